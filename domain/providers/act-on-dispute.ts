import { database } from "@/db/client";
import type { DisputeEvent } from "../disputes/dispute";
import { recordDispute } from "../disputes/record-dispute";
import { lockPayment } from "../payments/lock-payment";
import type { Handled, Notification } from "./notification";
import { paymentOfEvent } from "./payment-of-event";

/** A PSP tells that a payment is disputed, or what came of it. */
export async function actOnDispute(notification: Notification, event: DisputeEvent): Promise<Handled> {
  const payment = await paymentOfEvent(notification, event);
  if (!payment) return { notYet: "no such payment" };
  return database().transaction(async (transaction) => {
    const locked = await lockPayment(transaction, payment);
    // Whoever disputes has paid; our own record of that may still be on its way.
    if (locked.status !== "success") return { notYet: "the payment is no success" };
    await recordDispute(transaction, locked, event);
    return "done" as const;
  });
}
