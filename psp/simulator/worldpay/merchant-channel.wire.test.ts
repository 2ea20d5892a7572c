import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PspContext, PspEvent } from "../../port";
import { createWorldpay } from "../../worldpay/create-worldpay";
import { authoriseCommand, DTD_FILE, validate } from "../../worldpay/test-worldpay";
import { createSimulator, type Simulator } from "../create-simulator";
import { demoCredentials } from "./demo-credentials";

const NOON = new Date("2026-03-01T12:00:00.000Z");
const HOUR = 3_600_000;
const psp = createWorldpay();

let simulator: Simulator;
let receiver: Server;
let heard: string[] = [];
/** What the receiver answers, per notification. */
let answer: (body: string) => { status: number; body: string };
let nextId = 0;

beforeAll(async () => {
  simulator = await createSimulator({ clock: { standsAt: NOON } });
  receiver = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      heard.push(body);
      const { status, body: said } = answer(body);
      response.writeHead(status).end(said);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  await fetch(`${simulator.url}/_sim/webhooks`, {
    method: "POST",
    body: JSON.stringify({ worldpay: { url: `http://127.0.0.1:${address.port}/` } }),
  });
});
beforeEach(() => {
  simulator.reset();
  heard = [];
  answer = () => ({ status: 200, body: "[OK]" });
});
afterAll(async () => {
  await simulator.close();
  await new Promise((resolve) => receiver.close(resolve));
});

function under(from = simulator): PspContext {
  const credentials = { ...demoCredentials(from.url) };
  return { accountId: "account", credentials, live: false, operationKey: "key", now: from.clock.now() };
}

async function captured(cardholderName = "A Payer"): Promise<{ paymentId: string; providerId: string }> {
  nextId += 1;
  const paymentId = String(nextId).padStart(26, "0");
  const { card } = authoriseCommand();
  const command = authoriseCommand({ paymentId, card: { ...card, cardholderName } });
  const outcome = await psp.authorise(under(), command);
  if (outcome.is !== "authorised") throw new Error(`Not authorised: ${outcome.is}`);
  await psp.capture(under(), outcome.providerId, command.amount);
  return { paymentId, providerId: outcome.providerId };
}

/** Lets the clock run and waits until everybody has been told. */
async function pass(milliseconds: number): Promise<void> {
  simulator.clock.advance(milliseconds);
  await simulator.notifications.send();
}

function told(): PspEvent[] {
  return heard.flatMap((body) => {
    const read = psp.readNotification?.(demoCredentials(simulator.url), { body, header: () => null }, NOON);
    if (read?.is !== "events") throw new Error("Not believed");
    return read.events;
  });
}

/** What is told of money: not of the authorisation, which comes before it each time. */
const states = () =>
  told()
    .flatMap((event) => (event.type === "payment" || event.type === "refund" ? [event.state] : []))
    .filter((state) => state !== "authorised");

describe("what is told", () => {
  test("of a capture comes a quarter of an hour after its run, with the day it was booked on", async () => {
    const { paymentId, providerId } = await captured();
    await pass(14 * HOUR);
    expect(states()).toEqual([]);
    await pass(HOUR / 4);
    expect(told()).toContainEqual(
      expect.objectContaining({
        type: "payment",
        paymentId,
        providerId,
        state: "captured",
        capturedOn: "2026-03-02",
      }),
    );
  });

  test.each([
    ["A Payer", ["captured", "pending", "captured", "succeeded"]],
    ["SIM.REFUND.FAILED", ["captured", "failed", "captured"]],
    ["SIM.CAPTURE.FAILED", ["error"]],
  ])("of a payment by %s is %j", async (name, expected) => {
    const { providerId } = await captured(name);
    await pass(15 * HOUR);
    await psp.refund(under(), providerId, "01kc0v5j3p7tmz0h8a4s6q9d1f", 100);
    await pass(72 * HOUR);
    expect(states()).toEqual(expected);
  });

  test("of a refund that its bank approves at once is a success before the money has arrived", async () => {
    const { providerId } = await captured();
    await pass(15 * HOUR);
    for (const refundId of ["01kc0v5j3p7tmz0h8a4s6q9d1f", "01kc0v5j3p7tmz0h8a4s6q9d2g"])
      await psp.refund(under(), providerId, refundId, 100);
    await pass(HOUR / 4);
    expect(states()).toEqual(["captured", "pending", "succeeded"]);
  });

  test("names our refund in either of Worldpay's two places", async () => {
    const { providerId } = await captured();
    await pass(15 * HOUR);
    const refunds = ["01kc0v5j3p7tmz0h8a4s6q9d1f", "01kc0v5j3p7tmz0h8a4s6q9d2g"];
    for (const refundId of refunds) await psp.refund(under(), providerId, refundId, 100);
    await pass(72 * HOUR);
    const found = told().flatMap((event) => (event.type === "refund" ? [event.refundId] : []));
    expect(new Set(found)).toEqual(new Set(refunds));
    expect(heard.join("")).toContain('type="capture"');
    expect(heard.join("")).toContain('type="refund"');
  });

  test.runIf(DTD_FILE)("keeps to Worldpay's own DTD (WPG_DTD)", async () => {
    const { providerId } = await captured();
    await captured("SIM.REFUND.FAILED");
    await pass(15 * HOUR);
    await psp.refund(under(), providerId, "01kc0v5j3p7tmz0h8a4s6q9d1f", 100);
    await pass(72 * HOUR);
    expect(heard.length).toBeGreaterThan(5);
    for (const body of heard) validate(body);
  });
});

describe("a notification", () => {
  test("is told again until it is acknowledged in Worldpay's own words", async () => {
    answer = () => ({ status: 200, body: "OK" });
    await captured();
    await simulator.notifications.send();
    expect(heard).toHaveLength(1);
    await pass(HOUR / 4);
    await pass(HOUR / 4);
    expect(heard).toHaveLength(3);
    answer = () => ({ status: 200, body: "[OK]" });
    await pass(HOUR / 4);
    await pass(HOUR);
    expect(heard).toHaveLength(4);
    expect(new Set(heard).size).toBe(1);
  });

  test("of a capture holds up those of later captures until it is acknowledged", async () => {
    const [first, second] = [await captured(), await captured()];
    answer = (body) => ({ status: body.includes(first.providerId) ? 500 : 200, body: "[OK]" });
    await pass(15 * HOUR);
    const captures = () => heard.filter((body) => body.includes('journalType="CAPTURED"'));
    expect(captures().some((body) => body.includes(second.providerId))).toBe(false);
    answer = () => ({ status: 200, body: "[OK]" });
    await pass(HOUR / 4);
    await pass(HOUR / 4);
    expect(captures().at(-1)).toContain(second.providerId);
  });

  test("may be of an order that nobody has", async () => {
    simulator.faults.add({ psp: "worldpay", operation: "CAPTURED", do: "notify:unknown-order" });
    await captured();
    await pass(15 * HOUR);
    expect(told().at(-1)).toMatchObject({ type: "ignored" });
  });

  test("is the same when it comes twice", async () => {
    simulator.faults.add({ psp: "worldpay", operation: "CAPTURED", do: "notify:duplicate" });
    await captured();
    await pass(15 * HOUR);
    const keys = told().flatMap((event) =>
      event.type === "payment" && event.state === "captured" ? [event.dedupeKey] : [],
    );
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

test("money moves at once where nobody moves the clock (D38)", async () => {
  const running = await createSimulator();
  try {
    const { card } = authoriseCommand();
    const outcome = await psp.authorise(under(running), authoriseCommand({ paymentId: "running", card }));
    if (outcome.is !== "authorised") throw new Error("Not authorised");
    await psp.capture(under(running), outcome.providerId, 1234);
    const look = () => psp.query(under(running), { paymentId: "running", providerId: outcome.providerId });
    expect(await look()).toMatchObject({ state: "captured" });
    await psp.refund(under(running), outcome.providerId, "01kc0v5j3p7tmz0h8a4s6q9d1f", 1234);
    const kinds = running.notifications.list().map(({ kind }) => kind);
    expect(kinds).toEqual(["AUTHORISED", "CAPTURED", "REFUNDED"]);
  } finally {
    await running.close();
  }
});

test.runIf(DTD_FILE)("every answer keeps to Worldpay's own DTD (WPG_DTD)", async () => {
  const seen: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const response = await real(...given);
    if (response.headers.get("content-type")?.startsWith("text/xml"))
      seen.push(await response.clone().text());
    return response;
  };
  try {
    const { card } = authoriseCommand();
    const saveFor = { agreementId: "agreement", description: "x", use: "recurring" } as const;
    for (const [index, name] of [
      "A Payer",
      "REFUSED51",
      "ERROR",
      "CANCELLED",
      "3D",
      "3DS_V2_CHALLENGE_IDENTIFIED",
    ].entries()) {
      const paymentId = `answers${index}`;
      const command = authoriseCommand({ paymentId, saveFor, card: { ...card, cardholderName: name } });
      const outcome = await psp.authorise(under(), command);
      if (outcome.is === "challenge") {
        const at = { paymentId, providerId: outcome.providerId };
        await psp.complete3ds(under(), at, outcome.session ?? {});
      }
      await psp.query(under(), { paymentId, providerId: null });
      const providerId = `${paymentId}-c1`;
      await psp.capture(under(), providerId, 1234);
      await psp.refund(under(), providerId, "refund", 1);
      await psp.void(under(), providerId);
      if (outcome.is === "authorised" && outcome.savedCard)
        await psp.deleteSavedCard(under(), outcome.savedCard);
    }
  } finally {
    globalThis.fetch = real;
  }
  expect(seen.length).toBeGreaterThan(30);
  for (const document of seen) validate(document);
});
