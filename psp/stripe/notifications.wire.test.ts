import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PayoutLine, PspCredentials, PspEvent, PspRequest, ReadNotification } from "../port";
import { createSimulator, type Simulator } from "../simulator/create-simulator";
import type { FaultAction } from "../simulator/protocol";
import { createStripe } from "./create-stripe";
import { answerBank, authoriseCommand, contextAt, credentialsAt, newId } from "./test-stripe";

const DAY = 86_400_000;
const psp = createStripe();
let simulator: Simulator;
let credentials: PspCredentials;
let receiver: Server;
/** What came, in order; each is answered with the next of these, or 200. */
let received: PspRequest[] = [];
let answers: number[] = [];

beforeAll(async () => {
  simulator = await createSimulator({ clock: { standsAt: new Date("2026-03-02T12:00:00.000Z") } });
  receiver = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
});
beforeEach(async () => {
  simulator.reset();
  credentials = credentialsAt(simulator, { webhookSecrets: ["whsec_old", "whsec_new"] });
  received = [];
  answers = [];
  const address = receiver.address();
  const port = typeof address === "object" ? address?.port : 0;
  await sim("webhooks", {
    stripe: { webhooks: [{ url: `http://127.0.0.1:${port}/`, secret: "whsec_new" }], payouts: "arrive" },
  });
});
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { headers } = request;
  received.push({
    body: Buffer.concat(chunks).toString(),
    header: (name) => headers[name]?.toString() ?? null,
  });
  response.writeHead(answers.shift() ?? 200).end();
}

async function sim(what: string, body: unknown): Promise<void> {
  const answer = await fetch(`${simulator.url}/_sim/${what}`, { method: "POST", body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

const advance = (milliseconds: number) => sim("clock", { advance: milliseconds });
const under = () => contextAt(simulator, credentials);
const read = (request: PspRequest, now = new Date()): ReadNotification =>
  psp.readNotification?.(credentials, request, now) ?? { is: "forged", why: "not read" };

/** What was told and understood, once all that was on its way has arrived. */
async function told<Type extends PspEvent["type"]>(type: Type): Promise<Extract<PspEvent, { type: Type }>[]> {
  await simulator.notifications.send();
  return received
    .flatMap((request) => {
      const notification = read(request);
      return notification.is === "events" ? notification.events : [];
    })
    .filter((event): event is Extract<PspEvent, { type: Type }> => event.type === type);
}

async function captured(number = "4242424242424242", amount = 2400) {
  const command = authoriseCommand(number, { amount });
  const opened = await psp.prepare?.(under(), command);
  const providerId = opened?.is === "prepared" ? opened.providerId : "";
  expect(await psp.authorise(under(), { ...command, providerId })).toMatchObject({ is: "authorised" });
  expect(await psp.capture(under(), providerId, amount)).toMatchObject({ is: "done" });
  return { paymentId: command.paymentId, providerId };
}

describe("a notification", () => {
  test("says which payment to look at, by both its names", async () => {
    const { paymentId, providerId } = await captured();
    const events = await told("payment");
    expect(events.length).toBeGreaterThanOrEqual(3);
    for (const event of events) expect(event).toMatchObject({ paymentId, providerId });
    expect(new Set(events.map(({ dedupeKey }) => dedupeKey)).size).toBe(events.length);
    expect(events[0]?.happenedAt).toEqual(simulator.clock.now());
  });

  test("is believed under any of the account's secrets, and under no other", async () => {
    await captured();
    await simulator.notifications.send();
    const [request] = received;
    if (!request) throw new Error("Nothing was told");
    expect(read(request)).toMatchObject({ is: "events" });
    const withSecrets = (webhookSecrets: string[]) =>
      psp.readNotification?.({ ...credentials, webhookSecrets }, request, new Date());
    expect(withSecrets(["whsec_new"])).toMatchObject({ is: "events" });
    expect(withSecrets(["whsec_old"])).toMatchObject({ is: "forged" });
    expect(withSecrets([])).toMatchObject({ is: "forged" });
    expect(read({ ...request, body: request.body.replace("2400", "9900") })).toMatchObject({ is: "forged" });
    expect(read({ ...request, header: () => null })).toMatchObject({ is: "forged" });
    expect(read(request, new Date(Date.now() + 301_000))).toMatchObject({ is: "forged" });
  });

  test.each<[FaultAction, string]>([
    ["notify:bad-signature", "forged"],
    ["notify:old-timestamp", "forged"],
    ["notify:unknown-order", "events"],
  ])("sent with %s is %s", async (action, is) => {
    simulator.faults.add({ psp: "stripe", operation: "payment_intent.succeeded", do: action });
    const { paymentId } = await captured();
    await simulator.notifications.send();
    const spoilt = received.find(({ body }) => body.includes('"payment_intent.succeeded"'));
    if (!spoilt) throw new Error("It did not come");
    const notification = read(spoilt);
    expect(notification).toMatchObject({ is });
    expect(JSON.stringify(notification)).not.toContain(paymentId);
  });

  test("sent twice has one key, and dropped does not come", async () => {
    simulator.faults.add({ psp: "stripe", operation: "charge.captured", do: "notify:duplicate" });
    simulator.faults.add({ psp: "stripe", operation: "payment_intent.succeeded", do: "notify:drop" });
    await captured();
    await simulator.notifications.send();
    const kinds = received.map(({ body }) => JSON.parse(body) as { type: string; id: string });
    const twice = kinds.filter(({ type }) => type === "charge.captured");
    expect(twice).toHaveLength(2);
    expect(twice[0]?.id).toBe(twice[1]?.id);
    expect(kinds.filter(({ type }) => type === "payment_intent.succeeded")).toEqual([]);
  });

  test("is sent again until it is acknowledged", async () => {
    answers = [500, 503];
    await psp.prepare?.(under(), authoriseCommand("4242424242424242"));
    await simulator.notifications.send();
    expect(received).toHaveLength(1);
    await advance(60_000);
    await simulator.notifications.send();
    expect(received).toHaveLength(2);
    await advance(5 * 60_000);
    await simulator.notifications.send();
    expect(received).toHaveLength(3);
    await advance(DAY);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  test("of a payer's answer comes also when nobody returns", async () => {
    const command = authoriseCommand("4000002500003155");
    const opened = await psp.prepare?.(under(), command);
    const providerId = opened?.is === "prepared" ? opened.providerId : "";
    const outcome = await psp.authorise(under(), { ...command, providerId });
    if (outcome.is !== "challenge") throw new Error("Not challenged");
    await simulator.notifications.send();
    received = [];
    await answerBank(outcome.challenge, "pass");
    expect(await told("payment")).toMatchObject([{ paymentId: command.paymentId, providerId }]);
    expect(await psp.query(under(), { paymentId: command.paymentId, providerId })).toMatchObject({
      state: "authorised",
      threeDs: { required: true },
    });
  });
});

describe("a refund", () => {
  test("that fails later is told as failed, with why", async () => {
    const { paymentId, providerId } = await captured("4000000000005126");
    const refundId = newId();
    expect(await psp.refund(under(), providerId, refundId, 500)).toEqual({ is: "done" });
    expect(await told("refund")).toMatchObject([{ refundId, paymentId, providerId, state: "succeeded" }]);
    received = [];
    await advance(DAY);
    const events = await told("refund");
    expect(events.length).toBeGreaterThan(0);
    for (const event of events)
      expect(event).toMatchObject({ refundId, state: "failed", reason: "expired_or_canceled_card" });
  });
});

describe("a dispute", () => {
  test("is told when it opens, is reviewed after a week, and is lost with its fee", async () => {
    const { providerId } = await captured("4000000000000259");
    const [opened] = await told("dispute");
    expect(opened).toMatchObject({
      providerId,
      status: "needs_response",
      amount: 2400,
      reason: "fraudulent",
      feePence: 1500,
      netPence: -3900,
      createdAt: simulator.clock.now(),
      evidenceDueAt: new Date(simulator.clock.now().getTime() + 7 * DAY),
    });
    received = [];
    await advance(8 * DAY);
    const later = await told("dispute");
    expect(later.map(({ status }) => status)).toEqual(["under_review", "lost"]);
    expect(new Set(later.map(({ disputeProviderId }) => disputeProviderId))).toEqual(
      new Set([opened?.disputeProviderId]),
    );
  });

  test("that is won gives the money back without the fee", async () => {
    await captured("4000000000002685");
    await advance(8 * DAY);
    expect((await told("dispute")).at(-1)).toMatchObject({
      status: "won",
      reason: "product_not_received",
      netPence: -1500,
    });
  });

  test("that is only an inquiry is passed by", async () => {
    await captured("4000000000001976");
    expect(await told("dispute")).toEqual([]);
  });
});

describe("a payout", () => {
  test("is made of its payments, refunds and disputes, which add up to it", async () => {
    const good = await captured("4242424242424242", 100_000);
    const disputed = await captured("4000000000002685", 10_000);
    const refundId = newId();
    await psp.refund(under(), good.providerId, refundId, 400);
    // Money is paid out three days after it was taken, at midnight.
    await advance(3.52 * DAY);
    const [created] = await told("payout");
    expect(created).toMatchObject({ status: "pending", reconcilable: false, arrivesOn: "2026-03-10" });
    const payoutId = created?.payoutProviderId ?? "";
    expect(await psp.listPayoutLines?.(under(), payoutId)).toBeUndefined();

    await advance(DAY / 12);
    expect((await told("payout")).at(-1)).toMatchObject({ payoutProviderId: payoutId, reconcilable: true });
    const lines = (await psp.listPayoutLines?.(under(), payoutId)) ?? [];
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: "payment",
          paymentId: good.paymentId,
          gross: 100_000,
          fee: 1520,
          net: 98_480,
        }),
        expect.objectContaining({ kind: "payment", paymentId: disputed.paymentId, gross: 10_000 }),
        expect.objectContaining({ kind: "refund", refundId, paymentId: good.paymentId, gross: -400, fee: 0 }),
        expect.objectContaining({ kind: "dispute", gross: -10_000, fee: 1500, net: -11_500 }),
      ]),
    );
    expect(lines).toHaveLength(4);
    expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(created?.amount);

    await advance(5 * DAY);
    expect((await told("payout")).filter(({ status }) => status === "paid")).toMatchObject([
      { payoutProviderId: payoutId },
    ]);
  });

  test("that its bank does not take is told as failed, and is one part of the next", async () => {
    await sim("webhooks", { stripe: { payouts: "fail" } });
    await captured("4000000000000077", 100_000);
    await advance(6 * DAY);
    const failed = (await told("payout")).find(({ status }) => status === "failed");
    const payoutProviderId = failed?.payoutProviderId ?? "";
    const next = (await told("payout")).find(
      ({ payoutProviderId: id, reconcilable }) => reconcilable && id !== payoutProviderId,
    );
    expect(await psp.listPayoutLines?.(under(), next?.payoutProviderId ?? "")).toMatchObject([
      { kind: "payoutReturn", payoutProviderId, net: failed?.amount },
    ]);
  });
});

describe("under a platform", () => {
  const CONNECTED = "acct_0000service00000".slice(0, 21);

  beforeEach(() => {
    credentials = credentialsAt(simulator, {
      mode: "connect",
      accountId: CONNECTED,
      webhookSecrets: ["whsec_new"],
    });
  });

  test("payments are passed on, refunds and lost disputes fetched back, each once", async () => {
    expect(psp.needsTransfers?.(credentials)).toBe(true);
    expect(psp.needsTransfers?.(credentialsAt(simulator))).toBe(false);
    const payment = await captured("4000000000000077", 100_000);
    const refundId = newId();
    await psp.refund(under(), payment.providerId, refundId, 400);
    const out = () => psp.transferOut?.(under(), { ...payment, pence: 98_000 }, { is: "payment" });
    const back = () => psp.transferIn?.(under(), { ...payment, pence: 400 }, { is: "refund", refundId });
    const fee = () => psp.transferIn?.(under(), { ...payment, pence: 8 }, { is: "failedPaymentFee" });
    const failed = { is: "refundReversal", refundId } as const;
    const again = () => psp.transferOut?.(under(), { ...payment, pence: 400 }, failed);
    for (const act of [out, back, fee, again]) {
      simulator.faults.add({ psp: "stripe", operation: "transfers.create", do: "status:500:after-commit" });
      expect(await act()).toEqual({ is: "done" });
      expect(await act()).toEqual({ is: "done" });
    }
    await advance(25 * 3_600_000);
    expect(await out()).toEqual({ is: "done" });
    const stranger = { is: "lostDispute", disputeProviderId: "dp_1" } as const;
    expect(await psp.transferIn?.(under(), { ...payment, pence: 3900 }, stranger)).toEqual({ is: "done" });

    await advance(4 * DAY);
    const payouts = (await told("payout")).filter(({ reconcilable }) => reconcilable);
    const lines: PayoutLine[] = [];
    for (const id of new Set(payouts.map(({ payoutProviderId }) => payoutProviderId)))
      lines.push(...((await psp.listPayoutLines?.(under(), id)) ?? []));
    const { paymentId } = payment;
    expect(
      lines.map(({ kind, paymentId: of, refundId: and, disputeProviderId: or, net }) => ({
        kind,
        of,
        and,
        or,
        net,
      })),
    ).toEqual(
      expect.arrayContaining([
        { kind: "payment", of: paymentId, and: undefined, or: undefined, net: 98_000 },
        { kind: "refund", of: paymentId, and: refundId, or: undefined, net: -400 },
        { kind: "refundReversal", of: paymentId, and: refundId, or: undefined, net: 400 },
        { kind: "failedPaymentFee", of: paymentId, and: undefined, or: undefined, net: -8 },
      ]),
    );
  });

  test("only what is of the service's own is heard", async () => {
    await captured();
    expect((await told("payment")).length).toBeGreaterThan(0);
    credentials = { ...credentials, accountId: "acct_0000someoneelse" };
    expect(await told("payment")).toEqual([]);
  });

  test("nothing is passed on that was not taken, or without a platform", async () => {
    const command = authoriseCommand("4242424242424242");
    const opened = await psp.prepare?.(under(), command);
    const providerId = opened?.is === "prepared" ? opened.providerId : "";
    const transfer = { paymentId: command.paymentId, providerId, pence: 100 };
    const reason = { is: "payment" } as const;
    expect(await psp.transferOut?.(under(), transfer, reason)).toMatchObject({ is: "rejected" });
    credentials = credentialsAt(simulator);
    expect(await psp.transferOut?.(under(), transfer, reason)).toMatchObject({ is: "rejected" });
  });
});
