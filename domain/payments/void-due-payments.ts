import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import type { Acknowledgement } from "@/psp/port";
import { timeOf } from "../accounts/account-time";
import { askOfPayment } from "../operations/ask-of-payment";
import { claimAgain, closeOperation, leaveOpen, nextAsk, operationOf } from "../operations/operation";
import { eachOf } from "../each-of";
import { claimDuePayments, claimedUntil, type Whose } from "./claim-due-payments";
import { lockPaymentOf } from "./lock-payment";
import { isPayment, type Payment } from "./payment";

/**
 * Releases what banks hold for payments that ended without success (D20, D22): claim, ask, record; asked again, ever
 * more rarely, until the PSP says that it is done.
 *
 * @param whose voids this payment alone, if it is due.
 * @returns how many were asked for.
 */
export async function voidDuePayments(now: Date, whose?: Whose, limit = 50): Promise<number> {
  const claimed = await claimDuePayments("voidDueAt", now, whose, limit, async (transaction, payment) => {
    const tries = await claimAgain(transaction, operationOf(payment, "void"));
    await transaction
      .update(payments)
      .set({ voidDueAt: claimedUntil(now) })
      .where(isPayment(payment));
    return { payment, tries };
  });
  await eachOf(claimed, release);
  return claimed.length;
}

interface Claimed {
  readonly payment: Payment;
  /** How often it has been asked for, this time included. */
  readonly tries: number;
}

async function release(claimed: Claimed): Promise<void> {
  const { payment } = claimed;
  const answer = await askOfPayment(operationOf(payment, "void"), payment, (provider, context, providerId) =>
    provider.void(context, providerId),
  );
  const now = await timeOf(payment, new Date());
  await database().transaction((transaction) => record(transaction, claimed, answer, now));
}

async function record(
  transaction: Transaction,
  { payment, tries }: Claimed,
  answer: Acknowledgement,
  now: Date,
): Promise<void> {
  const operation = operationOf(payment, "void");
  // The payment before its journal, as whoever claims it does: two at once never wait in a circle.
  await lockPaymentOf(transaction, operation);
  if (answer.is === "done" || answer.is === "accepted") {
    await closeOperation(transaction, operation, { is: answer.is });
    await transaction.update(payments).set({ voidDueAt: null, voidedAt: now }).where(isPayment(payment));
    return;
  }
  const nextTry = nextAsk(tries + 1, now);
  await leaveOpen(transaction, operation, answer.is === "rejected" ? answer.reason : answer.cause, nextTry);
  await transaction.update(payments).set({ voidDueAt: nextTry }).where(isPayment(payment));
}
