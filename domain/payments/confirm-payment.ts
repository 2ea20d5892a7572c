import { database } from "@/db/client";
import { deleteDueCards } from "../agreements/delete-due-cards";
import { giveCardToAgreement } from "../agreements/save-card";
import { inBackground } from "../background";
import { refused } from "../refused";
import { captureDuePayments } from "./capture-due-payments";
import { expireIfOverdue } from "./expire-payment";
import { movePayment } from "./move-payment";
import type { Payment } from "./payment";

/**
 * The payer confirms (section 3.1): success, and capture is due at once; or capturable with delayed capture.
 * The bank is asked for the money in the background, until it has answered.
 * An agreement that the payment sets up takes the saved card (D24).
 */
export async function confirmPayment(payment: Payment, now: Date) {
  const current = await expireIfOverdue(payment, now);
  const alongside = current.delayedCapture ? {} : { captureDueAt: now };
  const confirmed = await database().transaction(async (transaction) => {
    const moved = await movePayment(transaction, current, "confirm", now, alongside);
    if (moved) await giveCardToAgreement(transaction, moved, now);
    return moved;
  });
  if (!confirmed) return refused("notAwaitingConfirmation");
  if (confirmed.captureDueAt) inBackground("capture", () => captureDuePayments(now, confirmed));
  if (confirmed.setUpAgreementId !== null)
    inBackground("delete saved cards", () => deleteDueCards(now, confirmed));
  return confirmed;
}
