import { and, eq, lte, sql, type SQL } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import type { AccountKey } from "../accounts/account-time";
import { momentOfClaim } from "../moment-of-claim";
import { SILENCE_SECONDS } from "../operations/operation";
import { isPayment, type Payment, type PaymentKey } from "./payment";

/**
 * For how long a claimed payment is not due again: longer than any answer is waited for, so that nobody asks while
 * another still does, and all that a crash in between costs.
 */
const CLAIM_SECONDS = SILENCE_SECONDS + 30;

type DueColumn = "captureDueAt" | "captureCheckDueAt" | "voidDueAt" | "takeDueAt";

/** Whose due work is done: one payment's, at once, or one account's, by its own clock. */
export type Whose = PaymentKey | AccountKey;

/** The condition that picks whose payments are looked at; all of them where nobody is named. */
export function isOf(whose: Whose | undefined): SQL | undefined {
  if (!whose) return undefined;
  if ("id" in whose) return isPayment(whose);
  return and(eq(payments.serviceId, whose.serviceId), eq(payments.accountId, whose.accountId));
}

export function claimedUntil(now: Date): Date {
  return new Date(momentOfClaim(now).getTime() + CLAIM_SECONDS * 1000);
}

/** The keys of payments of which something is due, longest due first; each is locked later, by itself. */
export async function findDuePayments(
  column: DueColumn,
  now: Date,
  limit: number,
  whose?: Whose,
): Promise<PaymentKey[]> {
  const { serviceId, id, [column]: dueAt } = payments;
  return database()
    .select({ serviceId, id })
    .from(payments)
    .where(and(lte(dueAt, now), isOf(whose)))
    .orderBy(sql`${dueAt}`)
    .limit(limit);
}

/**
 * Payments of which something is due, locked until the transaction ends; rows that another instance has
 * locked are passed over.
 *
 * @param whose one payment alone is waited for: who locks it may be the loser of a double click.
 */
export async function lockDuePayments(
  transaction: Transaction,
  column: DueColumn,
  now: Date,
  whose: Whose | undefined,
  limit: number,
): Promise<Payment[]> {
  const dueAt = payments[column];
  return transaction
    .select()
    .from(payments)
    .where(and(lte(dueAt, now), isOf(whose)))
    .orderBy(sql`${dueAt}`)
    .limit(limit)
    .for("update", whose && "id" in whose ? {} : { skipLocked: true });
}
