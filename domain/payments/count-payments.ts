import { and, count, eq, gte, inArray, isNotNull, isNull, lt, min, or, sql, sum, type SQL } from "drizzle-orm";
import { FINISHED_STATUSES, PAYMENT_STATUSES, type PaymentStatus } from "@/contract/states";
import { database, type Database, type Transaction } from "@/db/client";
import { accounts, paymentDayCounts, payments } from "@/db/schema";
import type { Account } from "../caller";

/** Days after which a payment's status is final: five to be captured, one more of tries, two for safety. */
const FINAL_AFTER_DAYS = 8;

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
export async function countPayments(
  executor: Database,
  account: Account,
  { status, cardBrand, from, to }: Countable,
): Promise<number> {
  const isOfAccount = and(eq(payments.serviceId, account.serviceId), eq(payments.accountId, account.id));
  const matches = and(
    isOfAccount,
    status && eq(payments.status, status),
    cardBrand === undefined ? undefined : sql`${payments.cardBrand} = ${cardBrand}`,
    from && gte(payments.createdAt, from),
    to && lt(payments.createdAt, to),
  );
  const days = wholeDays(account.countedBefore, from, to);
  const rows = async (condition: SQL | undefined) => {
    const [row] = await executor.select({ n: count() }).from(payments).where(condition);
    return row?.n ?? 0;
  };
  if (!days) return rows(matches);
  const outside = or(lt(payments.createdAt, startOf(days.first)), gte(payments.createdAt, startOf(days.end)));
  const before = from ? rows(and(matches, lt(payments.createdAt, startOf(days.first)))) : 0;
  const [counted, rest] = await Promise.all([
    countedDays(executor, account, days, status, cardBrand),
    from ? rows(and(matches, gte(payments.createdAt, startOf(days.end)))) : rows(and(matches, outside)),
  ]);
  return counted + rest + (await before);
}

async function countedDays(
  executor: Database,
  account: Account,
  days: { first: string; end: string },
  status: string | undefined,
  cardBrand: string | undefined,
): Promise<number> {
  const c = paymentDayCounts;
  const [row] = await executor
    .select({ n: sum(c.payments) })
    .from(c)
    .where(
      and(
        eq(c.serviceId, account.serviceId),
        eq(c.accountId, account.id),
        gte(c.day, days.first),
        lt(c.day, days.end),
        status === undefined ? undefined : eq(c.status, status),
        cardBrand === undefined ? undefined : eq(c.cardBrand, cardBrand),
      ),
    );
  return Number(row?.n ?? 0);
}

/** The counted days that lie wholly between two moments. */
function wholeDays(
  countedBefore: string | null,
  from: Date | undefined,
  to: Date | undefined,
): { first: string; end: string } | undefined {
  if (countedBefore === null) return undefined;
  const first = from ? dayOf(new Date(from.getTime() + 86_399_999)) : "0001-01-01";
  const toDay = to ? dayOf(to) : countedBefore;
  const end = toDay < countedBefore ? toDay : countedBefore;
  return first < end ? { first, end } : undefined;
}

/** Counts the days that have become final since the last time, account by account. @returns how many accounts. */
export async function countFinalDays(now: Date): Promise<number> {
  const end = dayOf(new Date(now.getTime() - FINAL_AFTER_DAYS * 86_400_000));
  const due = await database()
    .select()
    .from(accounts)
    .where(or(isNull(accounts.countedBefore), lt(accounts.countedBefore, end)));
  for (const account of due) await countDaysOf(account, end);
  return due.length;
}

async function countDaysOf({ serviceId, id }: Account, upTo: string): Promise<void> {
  await database().transaction(async (transaction) => {
    const isAccount = and(eq(accounts.serviceId, serviceId), eq(accounts.id, id));
    const [account] = await transaction.select().from(accounts).where(isAccount).for("update");
    const first = account?.countedBefore ?? "0001-01-01";
    const end = await firstUnsettledDay(transaction, { serviceId, id }, upTo);
    if (first >= end) return;
    await transaction.execute(sql`
      insert into payment_day_counts (service_id, account_id, day, status, card_brand, payments)
      select service_id, account_id, (created_at at time zone 'UTC')::date, status, coalesce(card_brand, ''), count(*)
      from payments
      where service_id = ${serviceId} and account_id = ${id}
        and created_at >= ${startOf(first).toISOString()} and created_at < ${startOf(end).toISOString()}
      group by 1, 2, 3, 4, 5`);
    await transaction.update(accounts).set({ countedBefore: end }).where(isAccount);
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
  ];
  return days.sort()[0] ?? upTo;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}
