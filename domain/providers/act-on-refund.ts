import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { refunds } from "@/db/schema";
import type { PspEvent } from "@/psp/port";
import { timeOf } from "../accounts/account-time";
import { raiseAlert } from "../alerts/raise-alert";
import { closeOperation } from "../operations/operation";
import { lockPaymentOf } from "../payments/lock-payment";
import { moveRefund } from "../refunds/move-refund";
import { isRefund, type Refund } from "../refunds/refund";
import { refundOperation } from "../refunds/refund-due";
import type { Handled, Notification } from "./notification";

type RefundEvent = Extract<PspEvent, { type: "refund" }>;

/** A PSP tells what became of a refund, perhaps before it has answered our asking for it. */
export async function actOnRefund(notification: Notification, event: RefundEvent): Promise<Handled> {
  if (event.state === "pending") return "done";
  const refund = await find(notification, event.refundId);
  if (!refund) return { notYet: "no such refund" };
  const trigger = event.state === "succeeded" ? "succeed" : "fail";
  const now = await timeOf(refund, new Date());
  await database().transaction(async (transaction) => {
    // In the order in which refunds are made: the payment's row first.
    await lockPaymentOf(transaction, refund);
    const answer = { is: event.state, ...(event.reason !== undefined && { reason: event.reason }) };
    await closeOperation(transaction, refundOperation(refund), answer);
    const [current] = await transaction.select().from(refunds).where(isRefund(refund)).for("update");
    if (!current) return;
    const moved = await moveRefund(transaction, current, trigger, now);
    const { serviceId, accountId, paymentId, id } = refund;
    const about = { key: id, serviceId, accountId, paymentId, details: { refund: id, ...answer } };
    if (!moved && trigger === "succeed" && current.status === "error") {
      await raiseAlert({ kind: "unlawfulNotification", ...about }, now, transaction);
    }
    if (moved && current.status === "success") {
      await raiseAlert({ kind: "refundReversed", ...about }, now, transaction);
    }
  });
  return "done";
}

async function find({ serviceId, accountId }: Notification, id: string): Promise<Refund | undefined> {
  const [refund] = await database()
    .select()
    .from(refunds)
    .where(and(isRefund({ serviceId, id }), eq(refunds.accountId, accountId)));
  return refund;
}
