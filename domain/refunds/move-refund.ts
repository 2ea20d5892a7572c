import { and, eq, sql } from "drizzle-orm";
import { stepRefund, type RefundTrigger } from "@/contract/states";
import type { Transaction } from "@/db/client";
import { paymentEvents, payments, refunds } from "@/db/schema";
import { writeRefundNotice } from "../emails/write-email";
import { lockPaymentOf } from "../payments/lock-payment";
import { isPayment } from "../payments/payment";
import { daySettled } from "../payouts/day-settled";
import { tellOfPayment } from "../webhooks/tell-webhooks";
import { oweTransfer } from "../transfers/owe-transfer";
import { isRefund, type Refund } from "./refund";

/**
 * Moves a refund's status: the only writer of refunds.status. Compare-and-set, its event beside it; a refund
 * that fails gives its amount back to the payment in the same transaction (D23, D25).
 *
 * The payment's row is locked first, as whoever makes a refund or hears of one does: two who decide the same refund
 * wait for each other and never in a circle.
 *
 * @returns the refund as it is now, or undefined when the step is not lawful or another writer was first.
 */
export async function moveRefund(
  transaction: Transaction,
  refund: Refund,
  trigger: RefundTrigger,
  now: Date,
): Promise<Refund | undefined> {
  const status = stepRefund(refund.status, trigger);
  if (!status) return undefined;
  const payment = await lockPaymentOf(transaction, refund);
  const [moved] = await transaction
    .update(refunds)
    // One that is taken back was not settled after all.
    .set({ status, dueAt: null, settledOn: status === "success" ? daySettled("refund") : null })
    .where(and(isRefund(refund), eq(refunds.status, refund.status)))
    .returning();
  if (!moved) return undefined;
  if (status === "error") {
    await transaction
      .update(payments)
      .set({ refunded: sql`${payments.refunded} - ${refund.amount}` })
      .where(and(eq(payments.serviceId, refund.serviceId), eq(payments.id, refund.paymentId)));
  }
  await addRefundEvent(transaction, moved, now);
  if (status === "success") await tellOfRefund(transaction, moved, now);
  // What the platform had fetched back for it is the service's again.
  if (refund.status === "success" && status === "error")
    await oweTransfer(transaction, payment, { is: "refundReversal", id: refund.id });
  return moved;
}

/** What follows from a refund that has been given. */
async function tellOfRefund(transaction: Transaction, refund: Refund, now: Date): Promise<void> {
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(isPayment({ serviceId: refund.serviceId, id: refund.paymentId }));
  if (!payment) throw new Error(`Payment ${refund.paymentId} has gone`);
  await tellOfPayment(transaction, payment, "card_payment_refunded", now);
  await writeRefundNotice(transaction, payment, refund);
  await oweTransfer(transaction, payment, { is: "refund", id: refund.id });
}

/** A refund's change as an entry of its payment's history (D15, D39). */
export async function addRefundEvent(transaction: Transaction, refund: Refund, now: Date): Promise<void> {
  await transaction.insert(paymentEvents).values({
    serviceId: refund.serviceId,
    paymentId: refund.paymentId,
    refundId: refund.id,
    status: refund.status,
    happenedAt: now,
  });
}
