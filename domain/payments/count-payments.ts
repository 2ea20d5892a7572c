import {
  and,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  or,
  sql,
  sum,
  type SQL,
} from "drizzle-orm";
import { FINISHED_STATUSES, PAYMENT_STATUSES, type PaymentStatus } from "@/contract/states";
import { database, type Database, type Transaction } from "@/db/client";
import { accounts, paymentDayCounts, payments } from "@/db/schema";
import type { Account } from "../caller";
import { eachInTurn } from "../each-of";

/** Days after which a payment's status is final: five to be captured, one more of tries, two for safety. */
const FINAL_AFTER_DAYS = 8;

/** Rows that an index passes over sooner than their days' counts can be added up. */
const WORTH_SKIPPING = 5000;

/** What a total can be asked for without counting every row. */
export interface Countable {
  readonly status?: PaymentStatus | undefined;
  readonly cardBrand?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/**
 * How many payments an account has, by status, brand and time of creation: whole days that are final come from
 * payment_day_counts, only the rest is counted.
 */
export async function countPayments(executor: Database, account: Account, asked: Countable): Promise<number> {
  const { from, to } = asked;
  const matches = isOf(account, asked);
  const days = wholeDays(account.countedBefore, from, to);
  if (!days) return countRows(executor, matches);
  const [before, counted, after] = await Promise.all([
    from ? countRows(executor, and(matches, lt(payments.createdAt, startOf(days.first)))) : 0,
    countedDays(executor, account, asked, days),
    countRows(executor, and(matches, gte(payments.createdAt, startOf(days.end)))),
  ]);
  return before + counted + after;
}

/**
 * Where a late page, newest first, may begin to look: whole days' payments that stand before it are passed over by
 * their counts alone.
 *
 * @returns the moment before which the page's payments were created, and how many have been passed over; undefined
 *   where that spares nothing.
 */
export async function skipCountedDays(
  executor: Database,
  account: Account,
  asked: Countable,
  offset: number,
): Promise<{ before: Date; skipped: number } | undefined> {
  const days = offset < WORTH_SKIPPING ? undefined : wholeDays(account.countedBefore, asked.from, asked.to);
  if (!days) return undefined;
  const newer = await countRows(
    executor,
    and(isOf(account, asked), gte(payments.createdAt, startOf(days.end))),
  );
  const c = paymentDayCounts;
  const perDay = executor
    .select({ day: c.day, upTo: sql`sum(sum(${c.payments})) over (order by ${c.day} desc)`.as("up_to") })
    .from(c)
    .where(isCounted(account, asked, days))
    .groupBy(c.day)
    .as("per_day");
  const [last] = await executor
    .select({ day: perDay.day, upTo: sql<string>`${perDay.upTo}` })
    .from(perDay)
    .where(sql`${perDay.upTo} <= ${offset - newer}`)
    .orderBy(perDay.day)
    .limit(1);
  return last && { before: startOf(last.day), skipped: newer + Number(last.upTo) };
}

function isOf(account: Account, { status, cardBrand, from, to }: Countable): SQL | undefined {
  return and(
    eq(payments.serviceId, account.serviceId),
    eq(payments.accountId, account.id),
    status && eq(payments.status, status),
    cardBrand === undefined ? undefined : sql`${payments.cardBrand} = ${cardBrand}`,
    from && gte(payments.createdAt, from),
    to && lt(payments.createdAt, to),
  );
}

async function countRows(executor: Database, condition: SQL | undefined): Promise<number> {
  const [row] = await executor.select({ n: count() }).from(payments).where(condition);
  return row?.n ?? 0;
}

async function countedDays(
  executor: Database,
  account: Account,
  asked: Countable,
  days: Days,
): Promise<number> {
  const [row] = await executor
    .select({ n: sum(paymentDayCounts.payments) })
    .from(paymentDayCounts)
    .where(isCounted(account, asked, days));
  return Number(row?.n ?? 0);
}

function isCounted(account: Account, { status, cardBrand }: Countable, days: Days): SQL | undefined {
  const c = paymentDayCounts;
  return and(
    eq(c.serviceId, account.serviceId),
    eq(c.accountId, account.id),
    gte(c.day, days.first),
    lt(c.day, days.end),
    status === undefined ? undefined : eq(c.status, status),
    cardBrand === undefined ? undefined : eq(c.cardBrand, cardBrand),
  );
}

/** Counted days, from the first up to and without the end. */
interface Days {
  readonly first: string;
  readonly end: string;
}

/** The counted days that lie wholly between two moments. */
function wholeDays(
  countedBefore: string | null,
  from: Date | undefined,
  to: Date | undefined,
): Days | undefined {
  if (countedBefore === null) return undefined;
  const first = from ? dayOf(new Date(from.getTime() + 86_399_999)) : "0001-01-01";
  const toDay = to ? dayOf(to) : countedBefore;
  const end = toDay < countedBefore ? toDay : countedBefore;
  return first < end ? { first, end } : undefined;
}

/** Counts the days that have become final since the last time, account by account. @returns for how many accounts there were any. */
export async function countFinalDays(now: Date): Promise<number> {
  const end = dayOf(new Date(now.getTime() - FINAL_AFTER_DAYS * 86_400_000));
  const due = await database()
    .select()
    .from(accounts)
    .where(or(isNull(accounts.countedBefore), lt(accounts.countedBefore, end)));
  let advanced = 0;
  await eachInTurn(due, async (account) => {
    if (await countDaysOf(account, end)) advanced += 1;
  });
  return advanced;
}

async function countDaysOf({ serviceId, id }: Account, upTo: string): Promise<boolean> {
  return database().transaction(async (transaction) => {
    const isAccount = and(eq(accounts.serviceId, serviceId), eq(accounts.id, id));
    // A year's count takes its time: payments can be stored beside it, for they do not change their account's key.
    const [account] = await transaction.select().from(accounts).where(isAccount).for("no key update");
    const first = account?.countedBefore ?? "0001-01-01";
    const end = await firstUnsettledDay(transaction, { serviceId, id }, upTo);
    if (first >= end) return false;
    await transaction.execute(sql`
      insert into payment_day_counts (service_id, account_id, day, status, card_brand, payments)
      select service_id, account_id, (created_at at time zone 'UTC')::date, status, coalesce(card_brand, ''), count(*)
      from payments
      where service_id = ${serviceId} and account_id = ${id}
        and created_at >= ${startOf(first).toISOString()} and created_at < ${startOf(end).toISOString()}
      group by 1, 2, 3, 4, 5`);
    await transaction.update(accounts).set({ countedBefore: end }).where(isAccount);
    return true;
  });
}

const UNFINISHED = PAYMENT_STATUSES.filter(
  (status) => !(FINISHED_STATUSES as readonly PaymentStatus[]).includes(status),
);

/** The day of the oldest payment that may still change, or `upTo`: after days without a clock there are such. */
async function firstUnsettledDay(
  transaction: Transaction,
  { serviceId, id }: Pick<Account, "serviceId" | "id">,
  upTo: string,
): Promise<string> {
  const isOfAccount = and(eq(payments.serviceId, serviceId), eq(payments.accountId, id));
  const oldest = async (mayChange: SQL) => {
    const [row] = await transaction
      .select({ at: min(payments.createdAt) })
      .from(payments)
      .where(and(isOfAccount, mayChange));
    return row?.at ? dayOf(row.at) : upTo;
  };
  const days = [
    upTo,
    await oldest(inArray(payments.status, UNFINISHED)),
    await oldest(isNotNull(payments.captureDueAt)),
    await oldest(isNotNull(payments.captureCheckDueAt)),
  ];
  return days.sort()[0] ?? upTo;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}
