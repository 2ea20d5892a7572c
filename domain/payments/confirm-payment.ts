import { database } from "@/db/client";
import { inBackground } from "../background";
import { refused } from "../refused";
import { captureDuePayments } from "./capture-due-payments";
import { expireIfOverdue } from "./expire-payment";
import { movePayment } from "./move-payment";
import type { Payment } from "./payment";

/**
 * The payer confirms (section 3.1): success, and capture is due at once; or capturable with delayed capture.
 * The bank is asked for the money in the background, until it has answered.
 */
export async function confirmPayment(payment: Payment, now: Date) {
  const current = await expireIfOverdue(payment, now);
  const alongside = current.delayedCapture ? {} : { captureDueAt: now };
  const confirmed = await database().transaction((transaction) =>
    movePayment(transaction, current, "confirm", now, alongside),
  );
  if (!confirmed) return refused("notAwaitingConfirmation");
  if (confirmed.captureDueAt) inBackground("capture", () => captureDuePayments(now, confirmed));
  return confirmed;
}
