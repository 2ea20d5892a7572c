import { eq, sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { disputes, payments, payoutLines, payouts, webhookMessages } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { accountTime } from "../accounts/account-time";
import { moveClock } from "../accounts/move-clock";
import type { ServiceCaller } from "../caller";
import { describeDispute } from "../disputes/describe-dispute";
import { confirmPayment } from "../payments/confirm-payment";
import { describePayment } from "../payments/describe-payment";
import type { Payment } from "../payments/payment";
import { submitCard } from "../payments/submit-card";
import {
  opened,
  readPayment,
  TEST_PAYER,
  testCard,
  testPayment,
  unlessRefused,
} from "../payments/test-payment";
import type { Told } from "../providers/count-told";
import { openWorld, ourLedger, theirLedger, type World } from "../providers/test-world";
import { createRefund } from "../refunds/create-refund";
import { findRefund } from "../refunds/find-refund";
import { messagesOf, testWebhook, writeWebhook } from "../webhooks/test-webhook";
import { sumPayout } from "./find-payout";
import { reconcilePayouts } from "./reconcile-payouts";

/** Stripe keeps money for three days, pays it out at midnight, and banks take two working days over that. */
const UNTIL_PAID_DAYS = 9;
const CARD = "4242424242424242";

let drop: () => Promise<void>;
let world: World;
/** The account, with its clock as it stands. */
let caller: ServiceCaller;

beforeAll(async () => {
  drop = await ownTestDatabase();
});
beforeEach(async () => {
  world = await openWorld("stripe");
  ({ caller } = world);
  return async () => world.close();
});
afterAll(async () => drop());

describe("a payment at Stripe, by its account's test clock", () => {
  test("is captured, settled, refunded, disputed and lost within seconds, and the payouts add up", async () => {
    const payment = await paid(2400);
    const { fee } = payment;
    if (fee === null) throw new Error("No fee is known");
    expect(describePayment(payment, caller.account).settlement_summary).toEqual({
      capture_submit_time: expect.any(String),
      captured_date: dayOf(payment.createdAt),
    });

    expect(await days(UNTIL_PAID_DAYS)).toMatchObject({ payout: 1 });
    const [first] = await payoutsHere();
    if (!first) throw new Error("Nothing was paid out");
    expect(first).toMatchObject({ status: "paid", amount: 2400 - fee });
    expect(await sumPayout(first)).toEqual([
      { kind: "payment", parts: 1, gross: 2400, fee, net: 2400 - fee },
    ]);
    const settled = describePayment(await readPayment(payment), caller.account);
    expect(settled.settlement_summary.settled_date).toBe(first.arrivesOn);

    const refund = unlessRefused(
      await createRefund(caller, payment.id, { amount: 500, refund_amount_available: 2400 }, now()),
    );
    expect(refund).toMatchObject({ status: "success", settledOn: null });

    await dispute(payment);
    expect(await disputeOf(payment)).toMatchObject({ status: "needs_response", amount: 1900 });
    const { refund_summary: whileDisputed } = describePayment(await readPayment(payment), caller.account);
    expect(whileDisputed).toEqual({ status: "unavailable", amount_available: 1900, amount_submitted: 500 });

    // A payout is never negative: what is taken back waits for money that it can be taken from.
    const next = await paid(10_000);
    await days(UNTIL_PAID_DAYS);
    const [, second] = await payoutsHere();
    if (!second) throw new Error("Nothing was paid out again");
    const { fee: nextFee } = next;
    if (nextFee === null) throw new Error("No fee is known");
    expect(second.amount).toBe(10_000 - nextFee - 500 - 1900 - 1500);
    expect(await sumPayout(second)).toEqual([
      { kind: "dispute", parts: 1, gross: -1900, fee: 1500, net: -3400 },
      { kind: "payment", parts: 1, gross: 10_000, fee: nextFee, net: 10_000 - nextFee },
      { kind: "refund", parts: 1, gross: -500, fee: 0, net: -500 },
    ]);
    expect(await disputeOf(payment)).toMatchObject({
      status: "lost",
      amount: 1900,
      fee: 1500,
      net_amount: -3400,
      settlement_summary: { settled_date: second.arrivesOn },
    });
    expect(await findRefund(caller, payment.id, refund.id)).toMatchObject({ settledOn: second.arrivesOn });
    expect((await readPayment(payment)).settledOn).toBe(first.arrivesOn);

    for (const each of [payment, next]) expect(theirLedger(world, each)).toEqual(await ourLedger(each));
    expect(await linesHere()).toEqual(await linesThere());
    expect(world.simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([]);
  });
});

describe("a payout that the bank does not take", () => {
  test("comes back, and what was in it is settled when it goes out again", async () => {
    await bankTakesPayouts(false);
    const payment = await paid(2400);
    await days(UNTIL_PAID_DAYS);
    const [failed] = await payoutsHere();
    expect(failed).toMatchObject({ status: "failed", reconciledAt: expect.any(Date) as Date });
    expect((await readPayment(payment)).payoutId).not.toBe(failed?.id);

    // What has gone out once more by now fails as well.
    await bankTakesPayouts(true);
    await days(2 * UNTIL_PAID_DAYS);
    const standing = (await payoutsHere()).filter(({ status }) => status === "paid");
    expect(standing).toHaveLength(1);
    const [last] = standing;
    if (!last) throw new Error("Nothing was paid out again");
    expect(last.amount).toBe(failed?.amount);
    expect(await sumPayout(last)).toMatchObject([{ kind: "payoutReturn", parts: 1, net: last.amount }]);
    expect(await readPayment(payment)).toMatchObject({ settledOn: last.arrivesOn, payoutId: last.id });
    expect(await linesHere()).toEqual(await linesThere());
  });
});

describe("what a service hears of a settlement", () => {
  test("is one message, written with the settlement itself, that shows the payment settled", async () => {
    const { webhook } = await testWebhook(caller.account, "http://127.0.0.1:9/hook", [
      "card_payment_settled",
    ]);
    await writeWebhook(webhook, { active: false });
    const payment = await paid(2400);
    await days(UNTIL_PAID_DAYS);
    const [payout] = await payoutsHere();
    if (!payout) throw new Error("Nothing was paid out");
    expect(await writtenBy(webhookMessages, eq(webhookMessages.webhookId, webhook.id))).toEqual(
      await writtenBy(payments, eq(payments.id, payment.id)),
    );
    // Read again, nobody hears of it again.
    await database()
      .update(payouts)
      .set({ dueAt: new Date(), reconciledAt: null })
      .where(eq(payouts.id, payout.id));
    expect(await reconcilePayouts(new Date())).toBe(1);

    const messages = await messagesOf(webhook);
    expect(messages.map(({ body }) => body)).toEqual([
      {
        webhook_message_id: expect.any(String),
        api_version: 1,
        created_date: expect.any(String),
        event_type: "card_payment_settled",
        resource_type: "payment",
        resource_id: payment.id,
        resource: expect.objectContaining({
          payment_id: payment.id,
          settlement_summary: {
            capture_submit_time: expect.any(String),
            captured_date: dayOf(payment.createdAt),
            settled_date: payout.arrivesOn,
          },
        }),
      },
    ]);
  });
});

/** Which transaction has written these rows last. */
async function writtenBy(table: typeof payments | typeof webhookMessages, which: SQL): Promise<string[]> {
  const rows = await database()
    .select({ transaction: sql<string>`xmin::text` })
    .from(table)
    .where(which);
  return rows.map(({ transaction }) => transaction);
}

async function paid(pence: number): Promise<Payment> {
  const created = await testPayment(caller, { amount: pence }, now());
  const started = await opened(created);
  const { authorising } = unlessRefused(
    await submitCard(started, caller.account, testCard(CARD), TEST_PAYER, now()),
  );
  await authorising;
  unlessRefused(await confirmPayment(await readPayment(started), now()));
  await world.hear();
  return readPayment(started);
}

/** What the provider had to tell by then. */
async function days(count: number): Promise<Told> {
  const moved = unlessRefused(await moveClock(caller, count * 86_400, new Date()));
  caller = { ...caller, account: moved.account };
  await world.hear();
  return moved.told;
}

async function bankTakesPayouts(takes: boolean): Promise<void> {
  const answer = await fetch(`${world.simulator.url}/_sim/webhooks`, {
    method: "POST",
    body: JSON.stringify({ stripe: { payouts: takes ? "arrive" : "fail" } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** By the account's clock. */
function now(): Date {
  return accountTime(caller.account, new Date());
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The card's holder goes to their bank. */
async function dispute({ id }: Payment): Promise<void> {
  const answer = await fetch(`${world.simulator.url}/_sim/disputes`, {
    method: "POST",
    body: JSON.stringify({ ref: id, ends: "lost" }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await world.hear();
}

async function disputeOf({ id }: Payment) {
  const [found] = await database().select().from(disputes).where(eq(disputes.paymentId, id));
  return found && describeDispute(found);
}

async function payoutsHere() {
  return database()
    .select()
    .from(payouts)
    .where(eq(payouts.accountId, caller.account.id))
    .orderBy(payouts.arrivesOn);
}

interface Line {
  readonly payout: string;
  readonly id: string;
  readonly net: number;
}

/** All that was ever paid out or taken, by us. */
async function linesHere(): Promise<Line[]> {
  const lines = await database()
    .select({ payout: payouts.providerId, id: payoutLines.providerId, net: payoutLines.net })
    .from(payoutLines)
    .innerJoin(payouts, eq(payouts.id, payoutLines.payoutId))
    .where(eq(payouts.accountId, caller.account.id));
  return lines.sort(byId);
}

/** The same by Stripe's books, where each payout is its own way out. */
async function linesThere(): Promise<Line[]> {
  const paidOut = await listed<{ id: string; amount: number }>("payouts");
  const lines: Line[] = [];
  for (const { id: payout, amount } of paidOut) {
    const entries = await listed<{ id: string; net: number; type: string }>(
      `balance_transactions?payout=${payout}`,
    );
    const parts = entries.filter(({ type }) => type !== "payout");
    expect(parts.reduce((sum, { net }) => sum + net, 0)).toBe(amount);
    lines.push(...parts.map(({ id, net }) => ({ payout, id, net })));
  }
  return lines.sort(byId);
}

async function listed<T>(what: string): Promise<T[]> {
  const { secretKey } = world.credentials as { secretKey: string };
  const answer = await fetch(`${world.simulator.url}/v1/${what}`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  return ((await answer.json()) as { data: T[] }).data;
}

function byId(one: Line, other: Line): number {
  return one.id < other.id ? -1 : 1;
}
