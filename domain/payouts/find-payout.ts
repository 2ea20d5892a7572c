import { and, asc, count, eq, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { payoutLines, payouts } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { isId } from "../new-id";
import { isPayout, type Payout, type StoredPayoutLine } from "./payout";

/** An account's payout; undefined for an id that is malformed, unknown or another account's (D4). */
export async function findPayout({ account }: AccountCaller, id: string): Promise<Payout | undefined> {
  if (!isId(id)) return undefined;
  const [payout] = await database()
    .select()
    .from(payouts)
    .where(and(isPayout({ serviceId: account.serviceId, id }), eq(payouts.accountId, account.id)));
  return payout;
}

/** What a payout's parts of one kind come to, in pence: net = gross - fee. */
export interface PayoutSum {
  readonly kind: StoredPayoutLine["kind"];
  readonly parts: number;
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
}

/** A payout's parts added up by kind. All nets together are the payout, where its provider's books are right. */
export async function sumPayout(payout: Payout): Promise<PayoutSum[]> {
  const sumOf = (column: typeof payoutLines.gross | typeof payoutLines.fee | typeof payoutLines.net) =>
    sql`sum(${column})`.mapWith(Number);
  return database()
    .select({
      kind: payoutLines.kind,
      parts: count(),
      gross: sumOf(payoutLines.gross),
      fee: sumOf(payoutLines.fee),
      net: sumOf(payoutLines.net),
    })
    .from(payoutLines)
    .where(isPartOf(payout))
    .groupBy(payoutLines.kind)
    .orderBy(asc(payoutLines.kind));
}

/** Some of a payout's parts, in the order of the provider's ids. */
export async function listPayoutLines(
  payout: Payout,
  limit: number,
  offset: number,
): Promise<StoredPayoutLine[]> {
  return database()
    .select()
    .from(payoutLines)
    .where(isPartOf(payout))
    .orderBy(asc(payoutLines.providerId))
    .limit(limit)
    .offset(offset);
}

const BATCH = 1000;

/** All of a payout's parts, a batch at a time, for files: each begins after the last part of the one before. */
export async function* eachPayoutLine(payout: Payout): AsyncGenerator<readonly StoredPayoutLine[], void> {
  let last = "";
  for (;;) {
    const batch = await database()
      .select()
      .from(payoutLines)
      .where(and(isPartOf(payout), sql`${payoutLines.providerId} > ${last}`))
      .orderBy(asc(payoutLines.providerId))
      .limit(BATCH);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1)?.providerId ?? last;
  }
}

function isPartOf({ serviceId, id }: Payout) {
  return and(eq(payoutLines.serviceId, serviceId), eq(payoutLines.payoutId, id));
}
