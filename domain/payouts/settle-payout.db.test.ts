import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { alerts, disputes, payoutLines, payouts, refunds } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import type { Payment } from "../payments/payment";
import { paymentIn, readPayment, write } from "../payments/test-payment";
import { messagesOf, testWebhook, writeWebhook } from "../webhooks/test-webhook";
import type { Payout } from "./payout";
import { recordPayout } from "./record-payout";
import { lockPayouts, settlePayout } from "./settle-payout";

/** What may be heard of payouts, in any order and again and again. */
type News = () => Promise<void>;

const FIRST = { providerId: "po_1", arrivesOn: "2026-05-01" };
const SECOND = { providerId: "po_2", arrivesOn: "2026-05-06" };
const THIRD = { providerId: "po_3", arrivesOn: "2026-05-11" };

let caller: ServiceCaller;
let owner: Pick<Payout, "serviceId" | "accountId" | "credentialsId">;
let payment: Payment;
let refundId: string;
let disputeId: string;
let webhook: Awaited<ReturnType<typeof testWebhook>>["webhook"];

beforeEach(async () => {
  ({ caller } = await testAccount());
  const { serviceId, id: accountId } = caller.account;
  owner = { serviceId, accountId, credentialsId: null };
  payment = await write(await paymentIn(caller, "success"), { refunded: 100 });
  [refundId, disputeId] = [newId(new Date()), newId(new Date())];
  const part = { serviceId, accountId, paymentId: payment.id, createdAt: new Date(), amount: 100 };
  await database()
    .insert(refunds)
    .values({ ...part, id: refundId, status: "success" });
  await database()
    .insert(disputes)
    .values({ ...part, id: disputeId, status: "lost", reason: "general" });
  ({ webhook } = await testWebhook(caller.account, "http://127.0.0.1:9/hook", ["card_payment_settled"]));
  await writeWebhook(webhook, { active: false });
});

type Named = typeof FIRST;

async function tell({ providerId, arrivesOn }: Named, status: Payout["status"]): Promise<void> {
  const what = { type: "payout", dedupeKey: "evt", amount: 100, reconcilable: false } as const;
  const event = { ...what, payoutProviderId: providerId, arrivesOn, status, happenedAt: new Date() };
  await recordPayout(owner, event, new Date());
}

async function read({ providerId }: Named): Promise<Payout> {
  const [payout] = await database()
    .select()
    .from(payouts)
    .where(and(eq(payouts.serviceId, owner.serviceId), eq(payouts.providerId, providerId)));
  if (!payout) throw new Error("No such payout");
  return payout;
}

type NewLine = typeof payoutLines.$inferInsert;
type Part = Pick<NewLine, "kind"> & Partial<NewLine>;

/** Its parts are read, as reconcile-payouts.ts does it. */
async function reconcile(named: Named, parts: readonly Part[]): Promise<void> {
  await tell(named, "pending");
  const { serviceId } = owner;
  await database().transaction(async (transaction) => {
    await lockPayouts(transaction, owner);
    const { id: payoutId } = await read(named);
    const money = { gross: 100, fee: 0, net: 100 };
    const lines = parts.map((part, index) => ({
      serviceId,
      payoutId,
      providerId: `txn_${index}`,
      ...money,
      ...part,
    }));
    await transaction.insert(payoutLines).values(lines).onConflictDoNothing();
    const [payout] = await transaction
      .update(payouts)
      .set({ reconciledAt: new Date() })
      .where(eq(payouts.id, payoutId))
      .returning();
    if (payout) await settlePayout(transaction, payout, new Date());
  });
}

function parts(): Part[] {
  return [
    { kind: "payment", paymentId: payment.id },
    { kind: "refund", refundId },
    { kind: "dispute", disputeId },
  ];
}

function back({ providerId }: Named): Part {
  return { kind: "payoutReturn", returnedProviderId: providerId };
}

/** On which day the payment, its refund and its dispute were settled, and by which payout the payment. */
async function settled() {
  const [refund] = await database().select().from(refunds).where(eq(refunds.id, refundId));
  const [dispute] = await database().select().from(disputes).where(eq(disputes.id, disputeId));
  const { settledOn, payoutId } = await readPayment(payment);
  return { payment: settledOn, refund: refund?.settledOn, dispute: dispute?.settledOn, by: payoutId };
}

const NOT_SETTLED = { payment: null, refund: null, dispute: null, by: null };

async function settledBy(named: Named) {
  const { arrivesOn: day } = named;
  return { payment: day, refund: day, dispute: day, by: (await read(named)).id };
}

function orders<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, index) =>
    orders(all.filter((_, other) => other !== index)).map((rest) => [one, ...rest]),
  );
}

async function hear(news: readonly News[]): Promise<void> {
  for (const each of news) await each();
}

test("what is paid out was taken before, should nobody have heard of that: not on the day when it arrives", async () => {
  await write(payment, { capturedOn: null, captureDueAt: null });
  const year = new Date().getUTCFullYear() + 1;
  await reconcile({ ...FIRST, arrivesOn: `${year}-05-01` }, parts());
  const { capturedOn, settledOn } = await readPayment(payment);
  expect(settledOn).toBe(`${year}-05-01`);
  expect(capturedOn).toBe((await read(FIRST)).createdAt.toISOString().slice(0, 10));
});

describe("a payout that fails", () => {
  test.each(["failed", "cancelled"] as const)("has settled nothing: %s", async (status) => {
    await reconcile(FIRST, parts());
    expect(await settled()).toEqual(await settledBy(FIRST));
    await tell(FIRST, "paid");
    await tell(FIRST, status);
    expect(await settled()).toEqual(NOT_SETTLED);
    for (const again of [
      () => tell(FIRST, "paid"),
      () => tell(FIRST, status),
      () => reconcile(FIRST, parts()),
    ])
      await again();
    expect(await settled()).toEqual(NOT_SETTLED);
  });

  test("before its parts are read settles nothing either", async () => {
    await tell(FIRST, "failed");
    await reconcile(FIRST, parts());
    expect(await settled()).toEqual(NOT_SETTLED);
  });

  test("is told to staff once, however often it is heard of", async () => {
    await tell(FIRST, "failed");
    await database()
      .update(alerts)
      .set({ settledAt: new Date() })
      .where(eq(alerts.accountId, owner.accountId));
    await tell(FIRST, "failed");
    await tell(FIRST, "paid");
    const told = await database().select().from(alerts).where(eq(alerts.accountId, owner.accountId));
    expect(told).toMatchObject([{ kind: "payoutFailed", times: 1, settledAt: expect.any(Date) as Date }]);
  });
});

describe("what comes back and goes out again", () => {
  const ORDERS = orders([0, 1, 2]).map((order) => [order] as const);

  test.each(ORDERS)("is settled by the payout that it arrives with, heard in the order %j", async (order) => {
    const news: News[] = [
      () => reconcile(FIRST, parts()),
      () => tell(FIRST, "failed"),
      () => reconcile(SECOND, [back(FIRST)]),
    ];
    await hear(order.flatMap((index) => news[index] ?? []));
    expect(await settled()).toEqual(await settledBy(SECOND));
    await hear(news);
    expect(await settled()).toEqual(await settledBy(SECOND));
  });

  test.each(ORDERS)("as the same entries of the balance is too, in the order %j", async (order) => {
    const news: News[] = [
      () => reconcile(FIRST, parts()),
      () => tell(FIRST, "failed"),
      () => reconcile(SECOND, parts()),
    ];
    await hear(order.flatMap((index) => news[index] ?? []));
    await tell(FIRST, "failed");
    expect(await settled()).toEqual(await settledBy(SECOND));
  });

  test("more than once is settled by the last, and callers are told each time that it is settled anew", async () => {
    await reconcile(FIRST, parts());
    await tell(FIRST, "failed");
    await reconcile(SECOND, [back(FIRST)]);
    await tell(SECOND, "failed");
    expect(await settled()).toEqual(NOT_SETTLED);
    await reconcile(THIRD, [back(SECOND)]);
    expect(await settled()).toEqual(await settledBy(THIRD));
    const days = (await messagesOf(webhook)).map(({ body }) => body as SettledMessage);
    expect(days.map(({ resource }) => resource.settlement_summary.settled_date)).toEqual(
      [FIRST, SECOND, THIRD].map(({ arrivesOn }) => arrivesOn),
    );
  });

  test("is settled on the day to which its payout is put off", async () => {
    await reconcile(FIRST, parts());
    const later = { ...FIRST, arrivesOn: "2026-05-05" };
    await tell(later, "inTransit");
    expect(await settled()).toEqual(await settledBy(later));
    expect(await messagesOf(webhook)).toHaveLength(1);
  });
});

interface SettledMessage {
  readonly resource: { readonly settlement_summary: { readonly settled_date: string } };
}

describe("another account's payout", () => {
  let strange: ServiceCaller;
  beforeAll(async () => {
    ({ caller: strange } = await testAccount());
  });

  test("settles nothing of ours, whatever it says is in it", async () => {
    const ours = parts();
    owner = { ...owner, serviceId: strange.account.serviceId, accountId: strange.account.id };
    await reconcile(FIRST, ours);
    expect(await settled()).toEqual(NOT_SETTLED);
  });
});
