import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { createSimulator, type Simulator } from "../simulator/create-simulator";
import { demoCredentials } from "../simulator/worldpay/demo-credentials";
import type { AuthoriseCommand, PspContext } from "../port";
import { createWorldpay } from "./create-worldpay";
import type { WorldpayCredentials } from "./credentials";
import { authoriseCommand, DTD_FILE, ordersAtWorldpay, validate } from "./test-worldpay";

export const NOON = new Date("2026-03-01T12:00:00.000Z");
export const psp = createWorldpay();
export let simulator: Simulator;
let nextId = 0;

/** Runs a simulator whose clock stands, anew for each test; what it was sent must keep to the DTD (WPG_DTD). */
export function withSimulator(): void {
  beforeAll(async () => {
    simulator = await createSimulator({ clock: { standsAt: NOON } });
  });
  beforeEach(() => simulator.reset());
  afterEach(() => {
    if (DTD_FILE === undefined) return;
    const sent = simulator.log.entries().filter(({ path }) => path.endsWith("paymentService.jsp"));
    for (const { body } of sent) validate(body);
  });
  afterAll(() => simulator.close());
}

export function under(changes: Partial<WorldpayCredentials> = {}): PspContext {
  const credentials = { ...demoCredentials(simulator.url), ...changes };
  return { accountId: "account", credentials, live: false, operationKey: "key", now: simulator.clock.now() };
}

/** A command whose holder's name says what is to happen. */
export function command(
  cardholderName = "A Payer",
  changes: Partial<AuthoriseCommand> = {},
): AuthoriseCommand {
  nextId += 1;
  const { card } = authoriseCommand();
  return authoriseCommand({
    paymentId: String(nextId).padStart(26, "0"),
    card: { ...card, cardholderName },
    ...changes,
  });
}

export function look({ paymentId }: { paymentId: string }, context = under()) {
  return psp.query(context, { paymentId, providerId: null });
}

export async function challenged(
  name = "3DS_V2_CHALLENGE_IDENTIFIED",
  changes: Partial<AuthoriseCommand> = {},
) {
  const asked = command(name, changes);
  const outcome = await psp.authorise(under(), asked);
  if (outcome.is !== "challenge" || outcome.challenge.via !== "post")
    throw new Error(`Not challenged: ${outcome.is}`);
  const { providerId, session = {}, challenge } = outcome;
  return { at: { paymentId: asked.paymentId, providerId }, session, challenge };
}

export async function held(changes: Partial<AuthoriseCommand> = {}, name = "A Payer") {
  const asked = command(name, changes);
  const outcome = await psp.authorise(under(), asked);
  if (outcome.is !== "authorised") throw new Error(`Not authorised: ${outcome.is}`);
  return { ...outcome, paymentId: asked.paymentId };
}

export function events(paymentId: string): string[] {
  return ordersAtWorldpay(simulator, paymentId).flatMap(({ history }) =>
    history.map(({ lastEvent }) => lastEvent),
  );
}

/** Where nothing listens. */
export async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port");
  return `http://127.0.0.1:${address.port}`;
}

export async function configure(worldpay: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${simulator.url}/_sim/webhooks`, {
    method: "POST",
    body: JSON.stringify({ worldpay }),
  });
  expect(answer.status).toBe(200);
}

/** Waits no longer than a moment for what would take its whole time to give up. */
export async function impatiently<T>(act: () => Promise<T>): Promise<T> {
  const soon = AbortSignal.timeout(300);
  const spy = vi.spyOn(AbortSignal, "timeout").mockReturnValue(soon);
  try {
    return await act();
  } finally {
    spy.mockRestore();
  }
}
