import { and, lte, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import { isPayment, type Payment, type PaymentKey } from "./payment";

/** For how long a claimed payment is not due again: a crash in between costs no more than this. */
const CLAIM_SECONDS = 30;

export function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + CLAIM_SECONDS * 1000);
}

/**
 * Payments of which something is due, locked until the transaction ends; rows that another instance has
 * locked are passed over.
 *
 * @param only looks at this payment alone, and waits for it: who locks it may be the loser of a double click.
 */
export async function lockDuePayments(
  transaction: Transaction,
  column: "captureDueAt" | "voidDueAt" | "takeDueAt",
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
