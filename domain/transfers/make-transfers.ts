import { and, eq, inArray, lte } from "drizzle-orm";
import { database } from "@/db/client";
import { disputes, pspOperations, refunds } from "@/db/schema";
import type { Acknowledgement, Psp, PspContext, Transfer, TransferReason } from "@/psp/port";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { eachOf } from "../each-of";
import { isDispute } from "../disputes/dispute";
import {
  askUnderLease,
  closeOperation,
  leaveOpen,
  nextAsk,
  type OperationKind,
  type PspOperation,
} from "../operations/operation";
import { totalAmount, type Payment } from "../payments/payment";
import { findPaymentById } from "../payments/start-payment";
import { claimedUntil } from "../payments/claim-due-payments";
import { providerOf } from "../providers/provider-of";
import { isRefund } from "../refunds/refund";
import { causeOf, type TransferCause } from "./owe-transfer";

/** The kinds of operation that are due to be made here. */
export const TRANSFERS: OperationKind[] = ["transferOut", "transferIn"];

type Owed = PspOperation & { tries: number };

/**
 * Makes the transfers that captures, refunds (and their failing later), lost disputes and fees call for where a platform
 * takes a service's payments. They change no public state, and each is made once: its key is the PSP's too.
 *
 * @returns how many were asked for.
 */
export async function makeTransfers(now: Date, limit = 50): Promise<number> {
  const claimed = await database().transaction(async (transaction) => {
    const due = await transaction
      .select()
      .from(pspOperations)
      .where(and(lte(pspOperations.leaseUntil, now), inArray(pspOperations.kind, TRANSFERS)))
      .orderBy(pspOperations.leaseUntil)
      .limit(limit)
      .for("update", { skipLocked: true });
    for (const { serviceId, key, tries } of due) {
      await transaction
        .update(pspOperations)
        .set({ state: "asked", tries: tries + 1, leaseUntil: claimedUntil(now) })
        .where(and(eq(pspOperations.serviceId, serviceId), eq(pspOperations.key, key)));
    }
    return due;
  });
  await eachOf(claimed, make);
  return claimed.length;
}

async function make(owed: Owed): Promise<void> {
  const payment = await findPaymentById(owed.paymentId);
  if (!payment) throw new Error(`Payment ${owed.paymentId} has gone`);
  const account = await findAccountOf(owed);
  const time = accountTime(account, new Date());
  const { provider, context } = await providerOf(payment, account, owed.key, time);
  // A payment that never came to the PSP moved nothing there.
  const isNeeded = payment.providerId !== null && provider.needsTransfers?.(context.credentials);
  const answer = isNeeded
    ? await askUnderLease(owed, () => ask(provider, context, payment, causeOf(owed.key)))
    : NOT_NEEDED;
  await database().transaction(async (transaction) => {
    const { is } = answer;
    if (is === "done" || is === "accepted" || is === "notNeeded") {
      await closeOperation(transaction, owed, { is });
      return;
    }
    // Asked again for as long as it takes: an hour apart in the end, in sight of staff (see open operations).
    const cause = is === "rejected" ? answer.reason : answer.cause;
    await leaveOpen(transaction, owed, cause, nextAsk(owed.tries + 2, new Date()));
  });
}

const NOT_NEEDED = { is: "notNeeded" } as const;

async function ask(
  provider: Psp,
  context: PspContext,
  payment: Payment,
  cause: TransferCause,
): Promise<Acknowledgement> {
  const transfer = await transferOf(payment, cause);
  if (!transfer) return { is: "unknown", cause: "its amount is not known yet" };
  if (transfer.pence <= 0) return { is: "done" };
  const unsupported: Acknowledgement = { is: "rejected", reason: "no transfers" };
  if (cause.is === "capture")
    return (await provider.transferOut?.(context, transfer, { is: "payment" })) ?? unsupported;
  if (cause.is === "refundReversal") {
    const why = { is: cause.is, refundId: cause.id };
    return (await provider.transferOut?.(context, transfer, why)) ?? unsupported;
  }
  const reason = await reasonOf(payment, cause);
  return (await provider.transferIn?.(context, transfer, reason)) ?? unsupported;
}

/** How much goes, in pence; undefined while that is not known. */
async function transferOf(payment: Payment, cause: TransferCause): Promise<Transfer | undefined> {
  const pence = await penceOf(payment, cause);
  const { id: paymentId, providerId } = payment;
  return pence === null || providerId === null ? undefined : { paymentId, providerId, pence };
}

async function penceOf(payment: Payment, cause: TransferCause): Promise<number | null> {
  const { serviceId, fee } = payment;
  switch (cause.is) {
    case "capture":
      return fee === null ? null : totalAmount(payment) - fee;
    case "failedPaymentFee":
      return fee;
    case "refund":
    case "refundReversal": {
      const [refund] = await database()
        .select({ amount: refunds.amount })
        .from(refunds)
        .where(isRefund({ serviceId, id: cause.id }));
      return refund?.amount ?? null;
    }
    case "lostDispute": {
      const [dispute] = await database()
        .select({ netAmount: disputes.netAmount })
        .from(disputes)
        .where(isDispute({ serviceId, id: cause.id }));
      return dispute ? -(dispute.netAmount ?? 0) : null;
    }
  }
}

async function reasonOf(
  { serviceId }: Payment,
  cause: Exclude<TransferCause, { is: "capture" | "refundReversal" }>,
): Promise<TransferReason> {
  if (cause.is === "refund") return { is: "refund", refundId: cause.id };
  if (cause.is === "failedPaymentFee") return cause;
  const [dispute] = await database()
    .select({ providerId: disputes.providerId })
    .from(disputes)
    .where(isDispute({ serviceId, id: cause.id }));
  return { is: "lostDispute", disputeProviderId: dispute?.providerId ?? cause.id };
}
