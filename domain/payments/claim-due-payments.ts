import { and, asc, eq, lte, type SQL } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import type { AccountKey } from "../accounts/account-time";
import { claimEach } from "../claim-each";
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

/**
 * Claims payments of which something is due, longest due first, each by itself. Those that another instance has locked
 * are passed over.
 *
 * @param whose one payment alone is waited for: who locks it may be the loser of a double click.
 * @returns what `claim` gave, in its payment's transaction.
 */
export async function claimDuePayments<Claimed>(
  column: DueColumn,
  now: Date,
  whose: Whose | undefined,
  limit: number,
  claim: (transaction: Transaction, payment: Payment) => Promise<Claimed | undefined>,
): Promise<Claimed[]> {
  const isOne = whose !== undefined && "id" in whose;
  const keys = isOne ? [whose] : await findDue(column, now, whose, limit);
  return claimEach(keys, async (transaction, key) => {
    const [payment] = await transaction
      .select()
      .from(payments)
      .where(and(isPayment(key), lte(payments[column], now)))
      .for("update", isOne ? {} : { skipLocked: true });
    return payment && claim(transaction, payment);
  });
}

async function findDue(
  column: DueColumn,
  now: Date,
  whose: AccountKey | undefined,
  limit: number,
): Promise<PaymentKey[]> {
  const { serviceId, accountId, id, [column]: dueAt } = payments;
  return database()
    .select({ serviceId, id })
    .from(payments)
    .where(
      and(lte(dueAt, now), whose && eq(serviceId, whose.serviceId), whose && eq(accountId, whose.accountId)),
    )
    .orderBy(asc(dueAt))
    .limit(limit);
}
