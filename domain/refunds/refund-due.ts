import { and, eq, isNotNull, lte } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database, type Transaction } from "@/db/client";
import { payments, refunds } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { Acknowledgement } from "@/psp/port";
import { askOfPayment } from "../operations/ask-of-payment";
import { claimAgain, closeOperation, leaveOpen, type PspOperation } from "../operations/operation";
import { captureDuePayments } from "../payments/capture-due-payments";
import { claimedUntil } from "../payments/claim-due-payments";
import { isPayment, type Payment } from "../payments/payment";
import { eachOf } from "../each-of";
import { moveRefund } from "./move-refund";
import { isRefund, type Refund } from "./refund";

interface Claimed {
  readonly refund: Refund;
  readonly payment: Payment;
}

/**
 * Asks the PSP for refunds that are due: claim, ask, record, under the refund's own key. A payment whose money
 * has not been taken yet is captured first, and where it still is not, its refund waits (D27).
 *
 * @param only refunds this one alone, which its own request asks for before it falls due to others.
 * @returns how many were asked for.
 */
export async function refundDue(now: Date, only?: Refund, limit = 50): Promise<number> {
  const claimed = await database().transaction((transaction) => claimDue(transaction, now, only, limit));
  await eachOf(claimed, refundOne);
  return claimed.length;
}

async function claimDue(
  transaction: Transaction,
  now: Date,
  only: Refund | undefined,
  limit: number,
): Promise<Claimed[]> {
  const due = await transaction
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.serviceId, refunds.serviceId), eq(payments.id, refunds.paymentId)))
    .where(only ? and(isRefund(only), isNotNull(refunds.dueAt)) : lte(refunds.dueAt, now))
    .orderBy(refunds.dueAt)
    .limit(limit)
    .for("update", { of: refunds, skipLocked: true });
  for (const { refund } of due) {
    await claimAgain(transaction, operationOf(refund), now);
    await transaction
      .update(refunds)
      .set({ dueAt: claimedUntil(now), tries: refund.tries + 1 })
      .where(isRefund(refund));
  }
  return due;
}

async function refundOne({ refund, payment }: Claimed): Promise<void> {
  const operation = operationOf(refund);
  const captured = await withMoneyTaken(payment);
  const answer =
    typeof captured === "object"
      ? await askOfPayment(operation, captured, (provider, context, providerId) =>
          provider.refund(context, providerId, refund.id, refund.amount),
        )
      : NOTHING_TAKEN[captured];
  await database().transaction((transaction) => record(transaction, refund, answer, new Date()));
}

const NOT_TAKEN_YET: Acknowledgement = { is: "unknown", cause: "the money has not been taken yet" };
const NOTHING_TAKEN = {
  later: NOT_TAKEN_YET,
  never: { is: "rejected", reason: "the money was not taken" },
} as const satisfies Record<string, Acknowledgement>;

/** The payment with its capture done, if need be by doing it now; or whether that may still come. */
async function withMoneyTaken(payment: Payment): Promise<Payment | "later" | "never"> {
  if (payment.capturedOn !== null) return payment;
  await captureDuePayments(new Date(), payment);
  for (const wait of [0, 50, 200, 1000]) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const [now] = await database().select().from(payments).where(isPayment(payment));
    if (now?.capturedOn) return now;
    if (now?.status !== "success") return "never";
  }
  return "later";
}

async function record(
  transaction: Transaction,
  refund: Refund,
  answer: Acknowledgement,
  now: Date,
): Promise<void> {
  const operation = operationOf(refund);
  switch (answer.is) {
    case "done":
      await closeOperation(transaction, operation, { is: answer.is }, now);
      await moveRefund(transaction, refund, "succeed", now);
      return;
    case "rejected":
      await closeOperation(transaction, operation, { is: answer.is, reason: answer.reason }, now);
      await moveRefund(transaction, refund, "fail", now);
      return;
    case "accepted":
      // The PSP tells the result later.
      await closeOperation(transaction, operation, { is: answer.is }, now);
      await transaction.update(refunds).set({ dueAt: null }).where(isRefund(refund));
      return;
    case "unknown":
      await leaveOpen(transaction, operation, answer.cause, now);
      await transaction
        .update(refunds)
        .set({ dueAt: await nextTry(transaction, refund, answer, now) })
        .where(isRefund(refund));
  }
}

/** A PSP that would refund twice is never asked twice: what it says later decides (psp port). */
async function nextTry(
  transaction: Transaction,
  refund: Refund,
  answer: Acknowledgement,
  now: Date,
): Promise<Date | null> {
  const [payment] = await transaction
    .select({ provider: payments.paymentProvider })
    .from(payments)
    .where(isPayment({ serviceId: refund.serviceId, id: refund.paymentId }));
  const mayRepeat =
    answer === NOT_TAKEN_YET || (payment && capabilitiesOf(payment.provider).refundIdempotent);
  return mayRepeat ? new Date(now.getTime() + LIMITS.refundRetryMinutes * 60_000) : null;
}

function operationOf({ serviceId, accountId, paymentId, id }: Refund): PspOperation {
  return { serviceId, accountId, paymentId, kind: "refund", key: `refund:${id}` };
}
