import { database } from "@/db/client";
import { inBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { refused } from "../refused";
import { captureDuePayments } from "./capture-due-payments";
import { findPayment } from "./find-payment";
import { movePayment } from "./move-payment";

/**
 * The service takes the money of a delayed payment (section 4.5, D21): success at once, and the bank is asked in
 * the background until it has answered. Past its 120 hours the payment is expired instead.
 */
export async function captureByService(caller: ServiceCaller, paymentId: string, now: Date) {
  const payment = await findPayment(caller, paymentId, now);
  if (!payment) return refused("notFound");
  const captured = await database().transaction((transaction) =>
    movePayment(transaction, payment, "capture", now, { captureDueAt: now }),
  );
  if (!captured) return refused("notCapturable");
  inBackground("capture", () => captureDuePayments(now, captured));
  return captured;
}
