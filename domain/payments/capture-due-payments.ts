import { and, eq, isNull } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import type { Acknowledgement } from "@/psp/port";
import { timeOf } from "../accounts/account-time";
import { raiseAlert } from "../alerts/raise-alert";
import { askOfPayment } from "../operations/ask-of-payment";
import { claimAgain, closeOperation, leaveOpen, operationOf } from "../operations/operation";
import { eachOf } from "../each-of";
import { claimDuePayments, claimedUntil, type Whose } from "./claim-due-payments";
import { takeIn, type Inbox } from "../providers/take-in";
import { wake } from "../wake";
import { lockPaymentOf } from "./lock-payment";
import { movePayment } from "./move-payment";
import { recordCapture } from "./record-capture";
import { awaitsCapture, isPayment, totalAmount, type Payment } from "./payment";

/**
 * Asks the PSP for the money of confirmed payments (D21): claim, ask, record. The key is the same at every try,
 * so a repeat after a crash or a lost answer takes nothing twice.
 *
 * @param whose captures this payment alone, if it is due.
 * @returns how many were asked for.
 */
export async function captureDuePayments(now: Date, whose?: Whose, limit = 50): Promise<number> {
  const claimed = await claimDuePayments("captureDueAt", now, whose, limit, (transaction, payment) =>
    claim(transaction, payment, now),
  );
  await eachOf(claimed, capture);
  return claimed.length;
}

async function claim(transaction: Transaction, payment: Payment, now: Date): Promise<Payment> {
  await claimAgain(transaction, operationOf(payment, "capture"));
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
  const now = await timeOf(payment, new Date());
  await database().transaction((transaction) => record(transaction, payment, answer, now));
  if (answer.is === "done" && answer.news) wake("notifications");
}

async function record(
  transaction: Transaction,
  payment: Payment,
  answer: Acknowledgement,
  now: Date,
): Promise<void> {
  const operation = operationOf(payment, "capture");
  const current = await lockPaymentOf(transaction, operation);
  if (!awaitsCapture(current) && answer.is !== "done") {
    // A notification was faster and says more than this: that the money has been taken, or never will be.
    await closeOperation(transaction, operation, { is: current.capturedOn === null ? "rejected" : "done" });
    return;
  }
  if (answer.is === "done") {
    await closeOperation(transaction, operation, { is: answer.is });
    const { capturedOn = dateOf(now), feePence, news = [] } = answer;
    await recordCapture(transaction, payment, { capturedOn, feePence }, now);
    await takeIn(transaction, inboxOf(payment), news, new Date());
    return;
  }
  if (answer.is === "accepted") {
    await closeOperation(transaction, operation, { is: answer.is });
    return awaitConfirmation(transaction, payment, now);
  }
  const cause = answer.is === "rejected" ? answer.reason : answer.cause;
  const nextTry = new Date(now.getTime() + LIMITS.captureRetryMinutes * 60_000);
  if (answer.is === "rejected" && payment.captureTries >= LIMITS.captureTries) {
    await closeOperation(transaction, operation, { is: answer.is, reason: cause });
    await refuseCapture(transaction, payment, cause, now);
    return;
  }
  await leaveOpen(transaction, operation, cause, nextTry);
  await transaction.update(payments).set({ captureDueAt: nextTry }).where(isPayment(payment));
}

function inboxOf({ serviceId, accountId, credentialsId, paymentProvider }: Payment): Inbox {
  return { serviceId, accountId, credentialsId: credentialsId ?? paymentProvider };
}

/** Only received: a notification brings the result, and should none come, it is asked for. */
async function awaitConfirmation(transaction: Transaction, payment: Payment, now: Date): Promise<void> {
  const captureCheckDueAt = new Date(now.getTime() + LIMITS.captureCheckHours * 3_600_000);
  await transaction
    .update(payments)
    .set({ captureDueAt: null, captureCheckDueAt })
    .where(and(isPayment(payment), eq(payments.status, "success"), isNull(payments.capturedOn)));
}

/** The PSP will not give the money that the payer was told is paid (D21): staff have to know. */
export async function refuseCapture(
  transaction: Transaction,
  payment: Payment,
  reason: string,
  now: Date,
): Promise<void> {
  const { id, serviceId, accountId } = payment;
  const ended = { captureDueAt: null, captureCheckDueAt: null };
  if (!(await movePayment(transaction, payment, "captureRefused", now, ended))) return;
  const alert = { kind: "captureRefused", key: id, serviceId, accountId, paymentId: id } as const;
  await raiseAlert({ ...alert, details: { reason } }, now, transaction);
}

function dateOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
