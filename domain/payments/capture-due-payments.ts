import { and, eq } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import type { Acknowledgement } from "@/psp/port";
import { askOfPayment } from "../operations/ask-of-payment";
import { claimAgain, closeOperation, leaveOpen, operationOf } from "../operations/operation";
import { eachOf } from "../each-of";
import { claimedUntil, lockDuePayments } from "./claim-due-payments";
import { movePayment } from "./move-payment";
import { isPayment, totalAmount, type Payment, type PaymentKey } from "./payment";

/**
 * Asks the PSP for the money of confirmed payments (D21): claim, ask, record. The key is the same at every try,
 * so a repeat after a crash or a lost answer takes nothing twice.
 *
 * @param only captures this payment alone, if it is due.
 * @returns how many were asked for.
 */
export async function captureDuePayments(now: Date, only?: PaymentKey, limit = 50): Promise<number> {
  const claimed = await database().transaction(async (transaction) => {
    const due = await lockDuePayments(transaction, "captureDueAt", now, only, limit);
    return Promise.all(due.map(async (payment) => claim(transaction, payment, now)));
  });
  await eachOf(claimed, capture);
  return claimed.length;
}

async function claim(transaction: Transaction, payment: Payment, now: Date): Promise<Payment> {
  await claimAgain(transaction, operationOf(payment, "capture"), now);
  const [claimed] = await transaction
    .update(payments)
    .set({
      captureDueAt: claimedUntil(now),
      captureTries: payment.captureTries + 1,
      captureSubmittedAt: payment.captureSubmittedAt ?? now,
    })
    .where(isPayment(payment))
    .returning();
  if (!claimed) throw new Error(`Payment ${payment.id} has gone`);
  return claimed;
}

async function capture(payment: Payment): Promise<void> {
  const answer = await askOfPayment(
    operationOf(payment, "capture"),
    payment,
    (provider, context, providerId) => provider.capture(context, providerId, totalAmount(payment)),
  );
  await database().transaction((transaction) => record(transaction, payment, answer, new Date()));
}

async function record(
  transaction: Transaction,
  payment: Payment,
  answer: Acknowledgement,
  now: Date,
): Promise<void> {
  const operation = operationOf(payment, "capture");
  if (answer.is === "done" || answer.is === "accepted") {
    await closeOperation(transaction, operation, { is: answer.is }, now);
    const captured =
      answer.is === "done" ? { capturedOn: answer.capturedOn ?? dateOf(now), fee: answer.feePence } : {};
    await transaction
      .update(payments)
      .set({ captureDueAt: null, ...captured })
      .where(and(isPayment(payment), eq(payments.status, "success")));
    return;
  }
  const cause = answer.is === "rejected" ? answer.reason : answer.cause;
  const nextTry = new Date(now.getTime() + LIMITS.captureRetryMinutes * 60_000);
  if (answer.is === "rejected" && payment.captureTries >= LIMITS.captureTries) {
    await closeOperation(transaction, operation, { is: answer.is, reason: cause }, now);
    await movePayment(transaction, payment, "captureRefused", now, { captureDueAt: null });
    return;
  }
  await leaveOpen(transaction, operation, cause, nextTry);
  await transaction.update(payments).set({ captureDueAt: nextTry }).where(isPayment(payment));
}

function dateOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
