import { and, count, eq, gte, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { PaymentStatus, StateCode } from "@/contract/states";
import { searchDatabase } from "@/db/client";
import { payments, refunds } from "@/db/schema";
import type { AccountCaller } from "../caller";

/** How many payments of a day ended alike, and what they come to in pence, surcharges included. */
export interface PaymentsOfDay {
  /** In the United Kingdom, as YYYY-MM-DD. */
  readonly day: string;
  readonly status: PaymentStatus;
  readonly code: StateCode | null;
  readonly payments: number;
  readonly pence: number;
}

/** How many refunds were asked for on a day, but for those that failed. */
export interface RefundsOfDay {
  readonly day: string;
  readonly refunds: number;
  readonly pence: number;
}

/** The day of a moment in the United Kingdom. */
export function dayOf(column: PgColumn): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'Europe/London', 'YYYY-MM-DD')`;
}

/** Payments and refunds since a moment, by the day of their creation: what an index by time leads to, once. */
export async function sumByDay(
  { account }: AccountCaller,
  since: Date,
): Promise<{ payments: PaymentsOfDay[]; refunds: RefundsOfDay[] }> {
  const executor = searchDatabase();
  const [ofPayments, ofRefunds] = await Promise.all([
    executor
      .select({
        day: dayOf(payments.createdAt),
        status: payments.status,
        code: payments.code,
        payments: count(),
        pence: sql`sum(${payments.amount} + coalesce(${payments.surcharge}, 0))`.mapWith(Number),
      })
      .from(payments)
      .where(
        and(
          eq(payments.serviceId, account.serviceId),
          eq(payments.accountId, account.id),
          gte(payments.createdAt, since),
        ),
      )
      .groupBy(sql`1`, payments.status, payments.code),
    executor
      .select({
        day: dayOf(refunds.createdAt),
        refunds: count(),
        pence: sql`sum(${refunds.amount})`.mapWith(Number),
      })
      .from(refunds)
      .where(
        and(
          eq(refunds.serviceId, account.serviceId),
          eq(refunds.accountId, account.id),
          gte(refunds.createdAt, since),
          sql`${refunds.status} <> 'error'`,
        ),
      )
      .groupBy(sql`1`),
  ]);
  return { payments: ofPayments, refunds: ofRefunds };
}
