import { and, count, eq, gte, lt, ne, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { searchDatabase } from "@/db/client";
import { disputes, payments, refunds } from "@/db/schema";
import type { Account, AccountCaller } from "../caller";
import { dayOf } from "./sum-by-day";

/** What a report adds up, in pence but for what is counted. */
export const FIGURES = [
  "payments",
  "paymentsPence",
  "unsuccessful",
  "refunds",
  "refundsPence",
  "feesPence",
  "disputes",
  "disputesPence",
  "settledPayments",
  "settledPaymentsPence",
  "settledFeesPence",
  "settledRefundsPence",
  "settledDisputesPence",
] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Readonly<Record<Figure, number>>;

/** A day or a month, and its figures. */
export interface ReportRow extends Figures {
  /** YYYY-MM-DD or YYYY-MM. */
  readonly part: string;
}

/** What is reported on. Days are the United Kingdom's, YYYY-MM-DD; the moments are when they begin. */
export interface Period {
  readonly from: Date;
  /** The period ends before it. */
  readonly to: Date;
  readonly fromDay: string;
  readonly toDay: string;
  readonly by: "day" | "month";
}

/** Nothing at all. */
export const NO_FIGURES: Figures = Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as Figures;

/**
 * A period's figures, day by day or month by month; a day without any is left out.
 *
 * Payments, refunds and disputes count when they were created, with the fees of those payments; settlements on the
 * day when the money came. A lost dispute takes its amount and fee out of them (section 2.5).
 */
export async function reportPeriod({ account }: AccountCaller, period: Period): Promise<ReportRow[]> {
  const parts = await Promise.all([
    ofPayments(account, period),
    ofRefunds(account, period),
    ofDisputes(account, period),
    ofSettledPayments(account, period),
    ofSettledRefunds(account, period),
    ofSettledDisputes(account, period),
  ]);
  const rows = new Map<string, ReportRow>();
  for (const { part, ...figures } of parts.flat())
    rows.set(part, { ...NO_FIGURES, ...rows.get(part), ...figures, part });
  return [...rows.values()].sort((a, b) => (a.part < b.part ? -1 : 1));
}

/** All of a report's rows together. */
export function addUp(rows: readonly Figures[]): Figures {
  return Object.fromEntries(
    FIGURES.map((figure) => [figure, rows.reduce((sum, row) => sum + row[figure], 0)]),
  ) as Figures;
}

/** What settlements have brought to the bank: payments less fees, refunds and lost disputes. */
export function settledNet(figures: Figures): number {
  const { settledPaymentsPence, settledFeesPence, settledRefundsPence, settledDisputesPence } = figures;
  return settledPaymentsPence - settledFeesPence - settledRefundsPence - settledDisputesPence;
}

type Some = { readonly part: string } & Partial<Figures>;

const total = sql`${payments.amount} + coalesce(${payments.surcharge}, 0)`;

function ofPayments(account: Account, period: Period): Promise<Some[]> {
  const isPaid = sql`${payments.status} = 'success'`;
  const isOver = sql`${payments.status} in ('failed', 'cancelled', 'error')`;
  return searchDatabase()
    .select({
      part: partOf(payments.createdAt, period),
      payments: sql`count(*) filter (where ${isPaid})`.mapWith(Number),
      paymentsPence: sql`coalesce(sum(${total}) filter (where ${isPaid}), 0)`.mapWith(Number),
      unsuccessful: sql`count(*) filter (where ${isOver})`.mapWith(Number),
      feesPence: sum(payments.fee),
    })
    .from(payments)
    .where(and(isOf(payments, account), isCreated(payments.createdAt, period)))
    .groupBy(sql`1`);
}

function ofRefunds(account: Account, period: Period): Promise<Some[]> {
  return searchDatabase()
    .select({
      part: partOf(refunds.createdAt, period),
      refunds: count(),
      refundsPence: sum(refunds.amount),
    })
    .from(refunds)
    .where(and(isOf(refunds, account), isCreated(refunds.createdAt, period), ne(refunds.status, "error")))
    .groupBy(sql`1`);
}

function ofDisputes(account: Account, period: Period): Promise<Some[]> {
  return searchDatabase()
    .select({
      part: partOf(disputes.createdAt, period),
      disputes: count(),
      disputesPence: sum(disputes.amount),
    })
    .from(disputes)
    .where(and(isOf(disputes, account), isCreated(disputes.createdAt, period)))
    .groupBy(sql`1`);
}

function ofSettledPayments(account: Account, period: Period): Promise<Some[]> {
  return searchDatabase()
    .select({
      part: settledPart(payments.settledOn, period),
      settledPayments: count(),
      settledPaymentsPence: sql`sum(${total})`.mapWith(Number),
      settledFeesPence: sum(payments.fee),
    })
    .from(payments)
    .where(and(isOf(payments, account), isSettled(payments.settledOn, period)))
    .groupBy(sql`1`);
}

function ofSettledRefunds(account: Account, period: Period): Promise<Some[]> {
  return searchDatabase()
    .select({ part: settledPart(refunds.settledOn, period), settledRefundsPence: sum(refunds.amount) })
    .from(refunds)
    .where(and(isOf(refunds, account), isSettled(refunds.settledOn, period)))
    .groupBy(sql`1`);
}

/** What lost disputes have cost: their net amounts are below nothing. */
function ofSettledDisputes(account: Account, period: Period): Promise<Some[]> {
  return searchDatabase()
    .select({
      part: settledPart(disputes.settledOn, period),
      settledDisputesPence: sql`coalesce(-sum(${disputes.netAmount}), 0)`.mapWith(Number),
    })
    .from(disputes)
    .where(and(isOf(disputes, account), isSettled(disputes.settledOn, period)))
    .groupBy(sql`1`);
}

function isOf(table: { serviceId: PgColumn; accountId: PgColumn }, { serviceId, id }: Account) {
  return and(eq(table.serviceId, serviceId), eq(table.accountId, id));
}

function isCreated(column: PgColumn, { from, to }: Period) {
  return and(gte(column, from), lt(column, to));
}

function isSettled(column: PgColumn, { fromDay, toDay }: Period) {
  return and(gte(column, fromDay), lt(column, toDay));
}

function partOf(column: PgColumn, { by }: Period): SQL<string> {
  return by === "day" ? dayOf(column) : sql<string>`left(${dayOf(column)}, 7)`;
}

function settledPart(column: PgColumn, { by }: Period): SQL<string> {
  return by === "day" ? sql<string>`${column}::text` : sql<string>`left(${column}::text, 7)`;
}

function sum(column: PgColumn) {
  return sql`coalesce(sum(${column}), 0)`.mapWith(Number);
}
