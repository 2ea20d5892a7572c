import { and, eq, isNotNull, lte, type SQL } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database, type Transaction } from "@/db/client";
import { payments, refunds } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { Acknowledgement } from "@/psp/port";
import { timeOf, type AccountKey } from "../accounts/account-time";
import { askOfPayment } from "../operations/ask-of-payment";
import {
  claimAgain,
  claimOnce,
  claimOnceMore,
  closeOperation,
  leaveOpen,
  type PspOperation,
} from "../operations/operation";
import { captureDuePayments } from "../payments/capture-due-payments";
import { claimedUntil } from "../payments/claim-due-payments";
import { lockPaymentOf } from "../payments/lock-payment";
import { isPayment, type Payment } from "../payments/payment";
import { claimEach } from "../claim-each";
import { eachOf } from "../each-of";
import { moveRefund } from "./move-refund";
import { isRefund, type Refund } from "./refund";

/** What the journal says of a refund that was not made and that staff want asked for again (decide-refund.ts). */
export const ASK_AGAIN = "askAgain";

interface Claimed {
  readonly refund: Refund;
  readonly payment: Payment;
}

/**
 * Asks the PSP for refunds that are due: claim, ask, record, under the refund's own key. A payment whose money
 * has not been taken yet is captured first, and where it still is not, its refund waits (D27).
 *
 * @param whose one refund alone, which its own request asks for before it falls due to others.
 * @returns how many were asked for.
 */
export async function refundDue(now: Date, whose?: Refund | AccountKey, limit = 50): Promise<number> {
  const { serviceId, id, dueAt } = refunds;
  const due = await database()
    .select({ serviceId, id })
    .from(refunds)
    .where(isDue(now, whose))
    .orderBy(dueAt)
    .limit(limit);
  const claimed = await claimEach(due, (transaction, key) => claimDue(transaction, key, now, whose));
  await eachOf(claimed, refundOne);
  return claimed.length;
}

async function claimDue(
  transaction: Transaction,
  key: Pick<Refund, "serviceId" | "id">,
  now: Date,
  whose: Refund | AccountKey | undefined,
): Promise<Claimed | undefined> {
  const [due] = await transaction
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.serviceId, refunds.serviceId), eq(payments.id, refunds.paymentId)))
    .where(and(isRefund(key), isDue(now, whose)))
    .for("update", { of: refunds, skipLocked: true });
  if (!due) return undefined;
  await transaction
    .update(refunds)
    .set({ dueAt: claimedUntil(now), tries: due.refund.tries + 1 })
    .where(isRefund(key));
  return due;
}

function isDue(now: Date, whose: Refund | AccountKey | undefined): SQL | undefined {
  if (!whose) return lte(refunds.dueAt, now);
  if ("id" in whose) return and(isRefund(whose), isNotNull(refunds.dueAt));
  const { serviceId, accountId } = whose;
  return and(lte(refunds.dueAt, now), eq(refunds.serviceId, serviceId), eq(refunds.accountId, accountId));
}

async function refundOne({ refund, payment }: Claimed): Promise<void> {
  const captured = await withMoneyTaken(payment);
  if (captured === "later") return wait(refund);
  const operation = refundOperation(refund);
  if (captured === "never") return fail(refund, await timeOf(refund, new Date()));
  if (!(await claim(operation, captured))) return leaveToNews(refund);
  const answer = await askOfPayment(operation, captured, (provider, context, providerId) =>
    provider.refund(context, providerId, refund.id, refund.amount),
  );
  const now = await timeOf(refund, new Date());
  await database().transaction((transaction) => record(transaction, captured, refund, answer, now));
}

/** @returns false where it may have been asked before, of a PSP that would refund twice; unless staff know better. */
async function claim(operation: PspOperation, { paymentProvider }: Payment): Promise<boolean> {
  return database().transaction(async (transaction) => {
    const { refundIdempotent } = capabilitiesOf(paymentProvider);
    if (!refundIdempotent)
      return (await claimOnce(transaction, operation)) || claimOnceMore(transaction, operation, ASK_AGAIN);
    await claimAgain(transaction, operation);
    return true;
  });
}

/** The money has not been taken yet. */
async function wait(refund: Refund): Promise<void> {
  const now = await timeOf(refund, new Date());
  const dueAt = new Date(now.getTime() + LIMITS.refundRetryMinutes * 60_000);
  await database()
    .update(refunds)
    .set({ dueAt })
    .where(and(isRefund(refund), isNotNull(refunds.dueAt)));
}

/** The money was never taken, so there is nothing to give back. */
async function fail(refund: Refund, now: Date): Promise<void> {
  await database().transaction((transaction) => moveRefund(transaction, refund, "fail", now));
}

/** It was asked once and the answer is lost: what the PSP tells of its own accord decides. */
async function leaveToNews(refund: Refund): Promise<void> {
  await database().update(refunds).set({ dueAt: null }).where(isRefund(refund));
}

/** The payment with its capture done, if need be by doing it now; or whether that may still come. */
async function withMoneyTaken(payment: Payment): Promise<Payment | "later" | "never"> {
  if (payment.capturedOn !== null) return payment;
  await captureDuePayments(await timeOf(payment, new Date()), payment);
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
  { paymentProvider }: Payment,
  refund: Refund,
  answer: Acknowledgement,
  now: Date,
): Promise<void> {
  const operation = refundOperation(refund);
  // The payment before its journal, as whoever hears of a refund does (move-refund.ts).
  await lockPaymentOf(transaction, refund);
  switch (answer.is) {
    case "done":
      await closeOperation(transaction, operation, { is: answer.is });
      await moveRefund(transaction, refund, "succeed", now);
      return;
    case "rejected":
      await closeOperation(transaction, operation, { is: answer.is, reason: answer.reason });
      await moveRefund(transaction, refund, "fail", now);
      return;
    case "accepted":
      // The PSP tells the result later.
      await closeOperation(transaction, operation, { is: answer.is });
      await transaction.update(refunds).set({ dueAt: null }).where(isRefund(refund));
      return;
    case "unknown": {
      // A PSP that would refund twice is never asked twice: what it says later decides.
      const { refundIdempotent } = capabilitiesOf(paymentProvider);
      const nextTry = new Date(now.getTime() + LIMITS.refundRetryMinutes * 60_000);
      await leaveOpen(transaction, operation, answer.cause, nextTry);
      await transaction
        .update(refunds)
        .set({ dueAt: refundIdempotent ? nextTry : null })
        // A notification may have decided it by now.
        .where(and(isRefund(refund), eq(refunds.status, "submitted")));
    }
  }
}

/** The journal entry of a refund. */
export function refundOperation({ serviceId, accountId, paymentId, id }: Refund): PspOperation {
  return { serviceId, accountId, paymentId, kind: "refund", key: `refund:${id}` };
}
