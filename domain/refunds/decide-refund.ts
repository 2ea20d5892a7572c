import { database, type Transaction } from "@/db/client";
import { refunds } from "@/db/schema";
import { settleTrouble } from "../alerts/settle-alert";
import { inBackground } from "../background";
import type { StaffCaller } from "../caller";
import { overruleOperation } from "../operations/operation";
import { findPayment } from "../payments/find-payment";
import { lockPayment } from "../payments/lock-payment";
import { isRefused, refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { listLostRefunds } from "./find-lost-refunds";
import { moveRefund } from "./move-refund";
import { isRefund, type Refund } from "./refund";
import { ASK_AGAIN, refundDue, refundOperation } from "./refund-due";

/** What staff have found in the PSP's own books: that the refund was made, that it was not, or not yet but shall be. */
export const REFUND_DECISIONS = ["made", ASK_AGAIN, "notMade"] as const;
export type RefundDecision = (typeof REFUND_DECISIONS)[number];

export interface LostRefundKey {
  readonly paymentId: string;
  readonly refundId: string;
  /** When it had last been asked for, as whoever decides has seen it: a later time of asking is another matter. */
  readonly askedAt: Date;
}

/**
 * Staff decide a lost refund (find-lost-refunds.ts), once: as if its PSP had said that it was made or was not, or it is
 * asked for again under its own key, which nobody else ever does.
 */
export async function decideRefund(
  caller: StaffCaller,
  { paymentId, refundId, askedAt }: LostRefundKey,
  decision: RefundDecision,
  now: Date,
) {
  const found = await findPayment(caller, paymentId, now);
  if (!found) return refused("notFound");
  const decided = await database().transaction(async (transaction) => {
    const payment = await lockPayment(transaction, found);
    const lost = (await listLostRefunds(payment, transaction)).find(({ refund }) => refund.id === refundId);
    if (lost?.askedAt.getTime() !== askedAt.getTime()) return refused("notLost");
    await overruleOperation(transaction, refundOperation(lost.refund), { is: decision });
    const after = await act(transaction, lost.refund, decision, now);
    await settleTrouble(transaction, caller, { kind: "operationUnresolved", key: `refund:${refundId}` }, now);
    await noteDecision(transaction, caller, lost.refund, decision, now);
    return after;
  });
  if (isRefused(decided)) return decided;
  if (decision === ASK_AGAIN) inBackground("refund", () => refundDue(now, decided));
  return decided;
}

async function act(
  transaction: Transaction,
  refund: Refund,
  decision: RefundDecision,
  now: Date,
): Promise<Refund> {
  if (decision === ASK_AGAIN) {
    await transaction.update(refunds).set({ dueAt: now }).where(isRefund(refund));
    return { ...refund, dueAt: now };
  }
  const moved = await moveRefund(transaction, refund, decision === "made" ? "succeed" : "fail", now);
  if (!moved) throw new Error(`Refund ${refund.id} has moved under its payment's lock`);
  return moved;
}

async function noteDecision(
  transaction: Transaction,
  caller: StaffCaller,
  { serviceId, paymentId, id, amount }: Refund,
  decision: RefundDecision,
  now: Date,
): Promise<void> {
  const on = { type: "payment", id: paymentId };
  await noteAct(
    transaction,
    caller,
    "decideRefund",
    { serviceId, on, after: { refund: id, amount, decision } },
    now,
  );
}
