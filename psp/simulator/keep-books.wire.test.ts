import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Secret, type AuthoriseCommand, type Psp, type PspContext } from "../port";
import { createStripe } from "../stripe/create-stripe";
import { atStripe, authoriseCommand, effectsAtStripe, newId } from "../stripe/test-stripe";
import { createWorldpay } from "../worldpay/create-worldpay";
import { effectsAtWorldpay } from "../worldpay/test-worldpay";
import { createSimulator, type Simulator } from "./create-simulator";
import { demoCredentials } from "./worldpay/demo-credentials";

const CARD = "4242424242424242";
const CODE = "9174";
const DAY = 86_400_000;
const KEY = "sk_test_of_somebody_who_stays";

let folder: string;
let books: string;
let simulator: Simulator;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "books-"));
  books = join(folder, "books");
  simulator = await createSimulator({ books });
});
afterEach(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startAgain(): Promise<void> {
  await simulator.close();
  simulator = await createSimulator({ books });
}

const PROVIDERS: Readonly<Record<"stripe" | "worldpay", Psp>> = {
  stripe: createStripe(),
  worldpay: createWorldpay(),
};

/** The same account before and after, wherever the simulator is. */
function under(name: keyof typeof PROVIDERS): PspContext {
  const credentials =
    name === "worldpay"
      ? { ...demoCredentials(simulator.url) }
      : { mode: "direct", secretKey: KEY, webhookSecrets: ["whsec_one"], apiBase: simulator.url };
  return {
    accountId: "account",
    credentials,
    live: false,
    operationKey: newId(),
    now: simulator.clock.now(),
  };
}

async function paid(name: keyof typeof PROVIDERS): Promise<{ paymentId: string; providerId: string }> {
  const psp = PROVIDERS[name];
  const { card, ...rest } = authoriseCommand(CARD);
  const asked: AuthoriseCommand = { ...rest, card: { ...card, securityCode: new Secret(CODE) } };
  const prepared = await psp.prepare?.(under(name), asked);
  const providerId = prepared?.is === "prepared" ? prepared.providerId : null;
  const outcome = await psp.authorise(under(name), { ...asked, threeDsReturnUrl: null, providerId });
  if (outcome.is !== "authorised") throw new Error(`Not authorised: ${outcome.is}`);
  await psp.capture(under(name), outcome.providerId, asked.amount);
  return { paymentId: asked.paymentId, providerId: outcome.providerId };
}

test.each(["stripe", "worldpay"] as const)(
  "yesterday's payment at %s can be refunded, once",
  async (name) => {
    const { paymentId, providerId } = await paid(name);
    await startAgain();
    const refundId = newId();
    const context = under(name);
    const refunded = await PROVIDERS[name].refund(context, providerId, refundId, 500);
    expect(["done", "accepted"]).toContain(refunded.is);
    await startAgain();
    // Worldpay would make another of it; Stripe knows the one that was made.
    if (name === "stripe") await PROVIDERS[name].refund(under(name), providerId, refundId, 500);
    const effects =
      name === "stripe" ? effectsAtStripe(simulator, paymentId) : effectsAtWorldpay(simulator, paymentId);
    expect(effects).toEqual(["authorise", "capture", "refund"]);
    expect(simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([]);
  },
);

test("what an idempotency key was answered is answered again", async () => {
  const create = async () => {
    const answer = await fetch(`${simulator.url}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "idempotency-key": "once" },
      body: new URLSearchParams({ amount: "2400", currency: "gbp" }),
    });
    return {
      replayed: answer.headers.get("idempotent-replayed"),
      ...((await answer.json()) as { id: string }),
    };
  };
  const first = await create();
  await startAgain();
  expect(await create()).toMatchObject({ id: first.id, replayed: "true" });
});

test("what was to come comes, by a clock that is as far ahead as before", async () => {
  simulator.clock.advance(3 * DAY);
  const { paymentId } = await paid("stripe");
  const before = simulator.clock.now();
  await startAgain();
  expect(Math.abs(simulator.clock.now().getTime() - before.getTime())).toBeLessThan(5000);
  const askPayouts = async () => {
    const answer = await fetch(`${simulator.url}/v1/payouts`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    return ((await answer.json()) as { data: { status: string }[] }).data;
  };
  simulator.clock.advance(4 * DAY);
  await startAgain();
  expect(await askPayouts()).toMatchObject([{ status: "pending" }]);
  simulator.clock.advance(5 * DAY);
  expect(await askPayouts()).toMatchObject([{ status: "paid" }]);
  expect(atStripe(simulator, paymentId)).toHaveLength(1);
});

test("what nobody has heard yet is told soon after somebody listens again", async () => {
  const heard: string[] = [];
  const port = await configured(1);
  expect(port).toBe(1);
  const { providerId } = await paid("worldpay");
  await startAgain();
  const ears = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (text: string) => heard.push(text));
    request.on("end", () => response.end("[OK]"));
  });
  try {
    await configured(await listening(ears));
    await until(() => heard.some((text) => text.includes('journalType="CAPTURED"')));
    expect(heard.filter((text) => text.includes(providerId)).length).toBe(heard.length);
  } finally {
    ears.close();
  }
});

async function configured(port: number): Promise<number> {
  const body = JSON.stringify({ worldpay: { url: `http://127.0.0.1:${port}/` } });
  await fetch(`${simulator.url}/_sim/webhooks`, { method: "POST", body });
  return port;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo();) {
    if (Date.now() > end) throw new Error("Never");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a simulator that is killed has written its books a moment after the last change", async () => {
  const { paymentId } = await paid("stripe");
  const isKept = () => existsSync(books) && readFileSync(books).includes(paymentId);
  await until(isKept);
  const copy = `${books}.copy`;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  writeFileSync(copy, readFileSync(books));
  const next = await createSimulator({ books: copy });
  expect(effectsAtStripe(next, paymentId)).toEqual(["authorise", "capture"]);
  await next.close();
});

test("books that cannot be read are put aside, and nothing is known", async () => {
  const { paymentId } = await paid("stripe");
  await simulator.close();
  writeFileSync(books, readFileSync(books).subarray(0, 100));
  simulator = await createSimulator({ books });
  expect(atStripe(simulator, paymentId)).toEqual([]);
  expect(existsSync(`${books}.unreadable`)).toBe(true);
});

test("neither a card's number nor its code is among them, and nobody else may read them", async () => {
  await paid("stripe");
  await paid("worldpay");
  await simulator.close();
  const kept = readFileSync(books);
  expect(kept.includes("A Payer")).toBe(true);
  expect(kept.includes(CARD)).toBe(false);
  expect(kept.includes("card[cvc]")).toBe(false);
  expect(kept.includes(CODE)).toBe(false);
  expect(statSync(books).mode & 0o077).toBe(0);
  simulator = await createSimulator({ books });
});
