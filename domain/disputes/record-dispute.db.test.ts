import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { disputes } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { refundStatusOf, type Payment } from "../payments/payment";
import { paymentIn, readPayment } from "../payments/test-payment";
import type { DisputeEvent } from "./dispute";
import { recordDispute } from "./record-dispute";

let caller: ServiceCaller;

beforeAll(async () => {
  await testDatabase();
  ({ caller } = await testAccount());
});

const OPENED = new Date("2026-03-01T09:00:00.000Z");

function told(payment: Payment, changes: Partial<DisputeEvent> = {}): DisputeEvent {
  return {
    type: "dispute",
    dedupeKey: "evt",
    happenedAt: OPENED,
    disputeProviderId: `dp_${payment.id}`,
    paymentId: payment.id,
    status: "needs_response",
    amount: payment.amount,
    reason: "fraudulent",
    createdAt: OPENED,
    ...changes,
  };
}

async function record(payment: Payment, ...events: DisputeEvent[]): Promise<void> {
  for (const event of events) {
    await database().transaction((transaction) => recordDispute(transaction, payment, event));
  }
}

async function disputesOf(payment: Payment) {
  return database().select().from(disputes).where(eq(disputes.paymentId, payment.id));
}

describe("a dispute that a PSP tells of", () => {
  test("stands in the way of refunds until it is won", async () => {
    const payment = await paymentIn(caller, "success");
    await record(payment, told(payment));
    expect(refundStatusOf(await readPayment(payment))).toBe("unavailable");
    await record(payment, told(payment, { status: "under_review" }));
    expect(refundStatusOf(await readPayment(payment))).toBe("unavailable");
    await record(payment, told(payment, { status: "won" }));
    expect(refundStatusOf(await readPayment(payment))).toBe("available");
    expect(await disputesOf(payment)).toMatchObject([{ status: "won", fee: null, netAmount: null }]);
  });

  test("that is lost carries its fee and what is taken from the payout", async () => {
    const payment = await paymentIn(caller, "success");
    await record(payment, told(payment), told(payment, { status: "lost", feePence: 1500 }));
    expect(await disputesOf(payment)).toMatchObject([
      { status: "lost", fee: 1500, netAmount: -(payment.amount + 1500), settledOn: null },
    ]);
    expect(refundStatusOf(await readPayment(payment))).toBe("unavailable");
  });

  test("raised before 8 August 2022 is not charged when it is lost", async () => {
    const payment = await paymentIn(caller, "success");
    const createdAt = new Date("2022-08-07T23:59:59.999Z");
    await record(payment, told(payment, { status: "lost", feePence: 1500, createdAt }));
    expect(await disputesOf(payment)).toMatchObject([{ status: "lost", fee: null, netAmount: null }]);
  });

  test.each([
    ["in order", ["needs_response", "under_review", "lost"]],
    ["in reverse", ["lost", "under_review", "needs_response"]],
    ["three times over", ["needs_response", "needs_response", "lost", "lost", "needs_response"]],
    ["only at its end", ["lost"]],
  ] as const)("%s ends the same", async (_, statuses) => {
    const payment = await paymentIn(caller, "success");
    await record(payment, ...statuses.map((status) => told(payment, { status, feePence: 1500 })));
    expect(await disputesOf(payment)).toMatchObject([{ status: "lost", fee: 1500 }]);
  });

  test("does not let refunds through while another of the same payment stands", async () => {
    const payment = await paymentIn(caller, "success");
    const other = { disputeProviderId: `dp_other_${payment.id}` };
    await record(payment, told(payment), told(payment, other), told(payment, { status: "won" }));
    expect((await readPayment(payment)).disputed).toBe(true);
    await record(payment, told(payment, { ...other, status: "won" }));
    expect((await readPayment(payment)).disputed).toBe(false);
  });

  test("is one dispute when it is told twenty times at once", async () => {
    const payment = await paymentIn(caller, "success");
    await Promise.all(Array.from({ length: 20 }, async () => record(payment, told(payment))));
    expect(await disputesOf(payment)).toHaveLength(1);
  });
});
