import { database } from "@/db/client";
import { inBackground } from "../background";
import { refused } from "../refused";
import { expireIfOverdue } from "./expire-payment";
import { movePayment } from "./move-payment";
import type { Payment } from "./payment";
import { voidDuePayments } from "./void-due-payments";

/** The payer presses Cancel payment (D20): started and submitted only; what the bank holds is released. */
export async function cancelByPayer(payment: Payment, now: Date) {
  const current = await expireIfOverdue(payment, now);
  const cancelled = await database().transaction((transaction) =>
    movePayment(transaction, current, "cancelByPayer", now),
  );
  if (!cancelled) return refused("notCancellable");
  if (cancelled.voidDueAt) inBackground("void", () => voidDuePayments(now, cancelled));
  return cancelled;
}
