import { and, count, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import type { SearchPayments } from "@/contract/search";
import type { PaymentStatus, StateCode } from "@/contract/states";
import { searchDatabase, type Database } from "@/db/client";
import { payments } from "@/db/schema";
import type { Account, AccountCaller } from "../caller";
import { containing, searchPage, together, type Slice } from "../search";
import { countPayments, skipCountedDays, type Countable } from "./count-payments";
import type { Payment } from "./payment";

/** What staff can look for beyond what the API's searches can. */
export interface StaffCriteria {
  /** Which kind of failure. */
  readonly code?: StateCode | undefined;
  /** A value of the payment's metadata, whatever its key. */
  readonly metadata_value?: string | undefined;
}

/**
 * A caller's payments that match all criteria, newest first (section 4.6, contract 3.4). Read from the replica
 * where there is one: searches are promised eventual consistency only. db/SEARCHES.md has the plan of each.
 */
export async function searchPayments({ account }: AccountCaller, search: SearchPayments & StaffCriteria) {
  const executor = searchDatabase();
  const matches = matching(account, search);
  return searchPage<Payment>(search, (limit, offset) => {
    const countable = countableOf(search);
    if (countable) return byDays(executor, account, countable, matches, limit, offset);
    if (ALL_AT_ONCE.some((name) => search[name] !== undefined))
      return atOnce(executor, matches, limit, offset);
    return together(executor.$count(payments, matches), fetchPage(executor, matches, limit, offset));
  });
}

/** The condition that picks an account's payments by all criteria. */
export function matching(account: Account, search: SearchPayments & StaffCriteria): SQL | undefined {
  return and(
    eq(payments.serviceId, account.serviceId),
    eq(payments.accountId, account.id),
    ...criteria(search),
  );
}

/** What day counts can answer: the total is added up from them, and a late page begins where they lead to. */
async function byDays(
  executor: Database,
  account: Account,
  countable: Countable,
  matches: SQL | undefined,
  limit: number,
  offset: number,
): Promise<Slice<Payment>> {
  const fetching = async () => {
    const late = await skipCountedDays(executor, account, countable, offset);
    return late
      ? fetchPage(executor, and(matches, lt(payments.createdAt, late.before)), limit, offset - late.skipped)
      : fetchPage(executor, matches, limit, offset);
  };
  return together(countPayments(executor, account, countable), fetching());
}

/** Ids first, from the index alone: a late page does not read the rows before it. */
async function fetchPage(
  executor: Database,
  matches: SQL | undefined,
  limit: number,
  offset: number,
): Promise<Payment[]> {
  const page = executor
    .select({ id: payments.id, serviceId: payments.serviceId })
    .from(payments)
    .where(matches)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)
    .offset(offset)
    .as("page");
  const rows = await executor
    .select({ payment: payments })
    .from(page)
    .innerJoin(payments, and(eq(payments.serviceId, page.serviceId), eq(payments.id, page.id)))
    .orderBy(desc(payments.createdAt), desc(payments.id));
  return rows.map(({ payment }) => payment);
}

/**
 * What is found by text or by day of settlement, in an order that is not the results'. All that match are found once,
 * for the total and the page: left to choose, Postgres may go through all newer payments for the first page.
 */
const ALL_AT_ONCE = [
  "email",
  "cardholder_name",
  "metadata_value",
  "from_settled_date",
  "to_settled_date",
] as const;

async function atOnce(
  executor: Database,
  matches: SQL | undefined,
  limit: number,
  offset: number,
): Promise<Slice<Payment>> {
  const found = executor
    .$with("found")
    .as(
      executor
        .select({ serviceId: payments.serviceId, id: payments.id, createdAt: payments.createdAt })
        .from(payments)
        .where(matches),
    );
  const total = executor
    .select({ n: count().as("n") })
    .from(found)
    .as("total");
  const page = executor
    .select()
    .from(found)
    .orderBy(desc(found.createdAt), desc(found.id))
    .limit(limit)
    .offset(offset)
    .as("page");
  const rows = await executor
    .with(found)
    .select({ total: total.n, payment: payments })
    .from(total)
    .leftJoin(page, sql`true`)
    .leftJoin(payments, and(eq(payments.serviceId, page.serviceId), eq(payments.id, page.id)))
    .orderBy(desc(payments.createdAt), desc(payments.id));
  return { total: rows[0]?.total ?? 0, rows: rows.flatMap(({ payment }) => payment ?? []) };
}

function criteria(search: SearchPayments & StaffCriteria): (SQL | undefined)[] {
  const { email, cardholder_name: name } = search;
  return [
    search.reference === undefined
      ? undefined
      : sql`lower(${payments.reference}) = lower(${search.reference})`,
    email === undefined ? undefined : isOfEmail(email),
    name === undefined ? undefined : sql`lower(${payments.cardholderName}) like lower(${containing(name)})`,
    search.state === undefined ? undefined : eq(payments.status, search.state as PaymentStatus),
    search.code === undefined ? undefined : eq(payments.code, search.code),
    search.metadata_value === undefined ? undefined : hasMetadata(search.metadata_value),
    search.card_brand === undefined
      ? undefined
      : sql`${payments.cardBrand} = ${search.card_brand.toLowerCase()}`,
    search.first_digits_card_number === undefined
      ? undefined
      : eq(payments.firstDigits, search.first_digits_card_number),
    search.last_digits_card_number === undefined
      ? undefined
      : eq(payments.lastDigits, search.last_digits_card_number),
    search.agreement_id === undefined ? undefined : eq(payments.agreementId, search.agreement_id),
    search.from_date && gte(payments.createdAt, search.from_date),
    search.to_date && lt(payments.createdAt, search.to_date),
    search.from_settled_date === undefined ? undefined : gte(payments.settledOn, search.from_settled_date),
    search.to_settled_date === undefined ? undefined : lt(payments.settledOn, search.to_settled_date),
  ];
}

/** Metadata's values are texts, numbers and booleans; what was typed may stand for any of them. */
function hasMetadata(value: string): SQL {
  const meant = [JSON.stringify(value), ...(isJsonScalar(value) ? [value] : [])];
  const path = `$.* ? (${meant.map((each) => `@ == ${each}`).join(" || ")})`;
  return sql`${payments.metadata} is not null and ${payments.metadata} @? ${path}::jsonpath`;
}

function isJsonScalar(value: string): boolean {
  return /^(?:true|false|-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?)$/u.test(value);
}

/**
 * The payer's own address, else what was sent on creation. The index is asked for what stands before the @ alone:
 * the trigrams of `@gmail.com` are in half of all payments, and to read them costs more than all else.
 */
function isOfEmail(email: string): SQL | undefined {
  const address = sql`coalesce(${payments.payerEmail}, ${payments.email})`;
  const name = email.slice(0, email.indexOf("@") + 1);
  return and(
    sql`${address} is not null`,
    sql`lower(${address}) like lower(${containing(name.length > 3 ? name : email)})`,
    name.length > 3 ? sql`strpos(lower(${address}), lower(${email})) > 0` : undefined,
  );
}

const COUNTABLE = new Set(["state", "card_brand", "from_date", "to_date", "page", "display_size"]);

/** A search for nothing but what days are counted by. */
function countableOf(search: SearchPayments & StaffCriteria): Countable | undefined {
  const isCountable = Object.entries(search).every(
    ([name, value]) => value === undefined || COUNTABLE.has(name),
  );
  return isCountable
    ? {
        status: search.state as PaymentStatus | undefined,
        cardBrand: search.card_brand?.toLowerCase(),
        from: search.from_date,
        to: search.to_date,
      }
    : undefined;
}
