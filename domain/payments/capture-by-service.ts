import { database } from "@/db/client";
import { inBackground } from "../background";
import type { AccountCaller } from "../caller";
import { refused } from "../refused";
import { notePaymentAct } from "../staff/note-payment-act";
import { captureDuePayments } from "./capture-due-payments";
import { findPayment } from "./find-payment";
import { movePayment } from "./move-payment";

/**
 * The service takes the money of a delayed payment (section 4.5, D21): success at once, and the bank is asked in
 * the background until it has answered. Past its 120 hours the payment is expired instead.
 */
export async function captureByService(caller: AccountCaller, paymentId: string, now: Date) {
  const payment = await findPayment(caller, paymentId, now);
  if (!payment) return refused("notFound");
  const captured = await database().transaction(async (transaction) => {
    const moved = await movePayment(transaction, payment, "capture", now, { captureDueAt: now });
    if (moved) await notePaymentAct(transaction, caller, "capturePayment", payment, moved, now);
    return moved;
  });
  if (!captured) return refused("notCapturable");
  inBackground("capture", () => captureDuePayments(now, captured));
  return captured;
}
