import { database } from "@/db/client";
import { inBackground } from "../background";
import type { AccountCaller } from "../caller";
import { refused } from "../refused";
import { notePaymentAct } from "../staff/note-payment-act";
import { findPayment } from "./find-payment";
import { movePayment } from "./move-payment";
import type { Payment } from "./payment";
import { voidDuePayments } from "./void-due-payments";

/** The service cancels a payment (section 4.4, D20, D37); what its bank holds is released until that is done. */
export async function cancelByService(caller: AccountCaller, paymentId: string, now: Date) {
  const payment = await findPayment(caller, paymentId, now);
  if (!payment) return refused("notFound");
  if (payment.authorisationMode === "agreement") return refusal(payment);
  const cancelled = await database().transaction(async (transaction) => {
    const moved = await movePayment(transaction, payment, "cancelByService", now);
    if (moved) await notePaymentAct(transaction, caller, "cancelPayment", payment, moved, now);
    return moved;
  });
  if (!cancelled) return refusal((await findPayment(caller, paymentId, now)) ?? payment);
  if (cancelled.voidDueAt) inBackground("void", () => voidDuePayments(now, cancelled));
  return cancelled;
}

function refusal({ status }: Payment) {
  return status === "success" || status === "cancelled" ? refused("alreadyDone") : refused("notCancellable");
}
