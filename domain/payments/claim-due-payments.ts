import { and, lte, sql } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import { momentOfClaim } from "../moment-of-claim";
import { SILENCE_SECONDS } from "../operations/operation";
import { isPayment, type Payment, type PaymentKey } from "./payment";

/**
 * For how long a claimed payment is not due again: longer than any answer is waited for, so that nobody asks while
 * another still does, and all that a crash in between costs.
 */
const CLAIM_SECONDS = SILENCE_SECONDS + 30;

type DueColumn = "captureDueAt" | "captureCheckDueAt" | "voidDueAt" | "takeDueAt";

export function claimedUntil(now: Date): Date {
  return new Date(momentOfClaim(now).getTime() + CLAIM_SECONDS * 1000);
}

/** The keys of payments of which something is due, longest due first; each is locked later, by itself. */
export async function findDuePayments(column: DueColumn, now: Date, limit: number): Promise<PaymentKey[]> {
  const { serviceId, id, [column]: dueAt } = payments;
  return database()
    .select({ serviceId, id })
    .from(payments)
    .where(lte(dueAt, now))
    .orderBy(sql`${dueAt}`)
    .limit(limit);
}

/**
 * Payments of which something is due, locked until the transaction ends; rows that another instance has
 * locked are passed over.
 *
 * @param only looks at this payment alone, and waits for it: who locks it may be the loser of a double click.
 */
export async function lockDuePayments(
  transaction: Transaction,
  column: DueColumn,
  now: Date,
  only: PaymentKey | undefined,
  limit: number,
): Promise<Payment[]> {
  const dueAt = payments[column];
  return transaction
    .select()
    .from(payments)
    .where(and(lte(dueAt, now), only && isPayment(only)))
    .orderBy(sql`${dueAt}`)
    .limit(limit)
    .for("update", only ? {} : { skipLocked: true });
}
