import { and, asc, lte } from "drizzle-orm";
import { database } from "@/db/client";
import { payments } from "@/db/schema";
import { eachInTurn } from "../each-of";
import type { AccountKey } from "../accounts/account-time";
import { inBackground } from "../background";
import { isOf } from "./claim-due-payments";
import { movePayment } from "./move-payment";
import { isPayment, type Payment } from "./payment";
import { voidDuePayments } from "./void-due-payments";

/** Whether a payment's time has run out: exact to the millisecond (D22). */
export function isOverdue(payment: Pick<Payment, "expiresAt">, now: Date): boolean {
  return payment.expiresAt !== null && payment.expiresAt <= now;
}

/**
 * A payment as it stands now: one that is overdue is expired first, whoever meets it (D22).
 *
 * @returns the payment, read anew if someone else moved it in the meantime.
 */
export async function expireIfOverdue(payment: Payment, now: Date): Promise<Payment> {
  if (!isOverdue(payment, now)) return payment;
  const expired = await database().transaction((transaction) =>
    movePayment(transaction, payment, "expire", now),
  );
  if (expired?.voidDueAt) inBackground("void", () => voidDuePayments(now, expired));
  return expired ?? (await readAgain(payment));
}

/** Expires what is overdue, oldest first; each by itself, so that one that cannot be keeps none from it. @returns how many. */
export async function expireDuePayments(now: Date, whose?: AccountKey, limit = 500): Promise<number> {
  const due = await database()
    .select()
    .from(payments)
    .where(and(lte(payments.expiresAt, now), isOf(whose)))
    .orderBy(asc(payments.expiresAt))
    .limit(limit);
  let expired = 0;
  await eachInTurn(due, async (payment) => {
    const moved = await database().transaction((transaction) =>
      movePayment(transaction, payment, "expire", now),
    );
    if (moved) expired += 1;
  });
  return expired;
}

async function readAgain(payment: Payment): Promise<Payment> {
  const [row] = await database().select().from(payments).where(isPayment(payment));
  if (!row) throw new Error(`Payment ${payment.id} has gone`);
  return row;
}
