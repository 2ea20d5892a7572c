import { and, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import type { SearchPayments } from "@/contract/search";
import type { PaymentStatus } from "@/contract/states";
import { searchDatabase } from "@/db/client";
import { payments } from "@/db/schema";
import type { ServiceCaller } from "../caller";
import { containing, searchPage } from "../search";
import { countPayments } from "./count-payments";
import type { Payment } from "./payment";

/**
 * A caller's payments that match all criteria, newest first (section 4.6, contract 3.4). Read from the replica
 * where there is one: searches are promised eventual consistency only.
 */
export async function searchPayments({ account }: ServiceCaller, search: SearchPayments) {
  const executor = searchDatabase();
  const matches = and(
    eq(payments.serviceId, account.serviceId),
    eq(payments.accountId, account.id),
    ...criteria(search),
  );
  const count = () =>
    isCountable(search)
      ? countPayments(executor, account, {
          status: search.state as PaymentStatus | undefined,
          cardBrand: search.card_brand?.toLowerCase(),
          from: search.from_date,
          to: search.to_date,
        })
      : executor.$count(payments, matches);
  return searchPage<Payment>(search, count, async (limit, offset) => {
    // Ids first, from the index alone: a late page does not read the rows before it.
    const page = executor
      .select({ id: payments.id })
      .from(payments)
      .where(matches)
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(limit)
      .offset(offset)
      .as("page");
    const rows = await executor
      .select({ payment: payments })
      .from(page)
      .innerJoin(payments, and(eq(payments.serviceId, account.serviceId), eq(payments.id, page.id)))
      .orderBy(desc(payments.createdAt), desc(payments.id));
    return rows.map(({ payment }) => payment);
  });
}

function criteria(search: SearchPayments): (SQL | undefined)[] {
  const { email, cardholder_name: name } = search;
  const emailOfPayer = sql`coalesce(${payments.payerEmail}, ${payments.email})`;
  return [
    search.reference === undefined
      ? undefined
      : sql`lower(${payments.reference}) = lower(${search.reference})`,
    email === undefined
      ? undefined
      : and(sql`${emailOfPayer} is not null`, sql`lower(${emailOfPayer}) like lower(${containing(email)})`),
    name === undefined ? undefined : sql`lower(${payments.cardholderName}) like lower(${containing(name)})`,
    search.state === undefined ? undefined : eq(payments.status, search.state as PaymentStatus),
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

const COUNTABLE = new Set(["state", "card_brand", "from_date", "to_date", "page", "display_size"]);

function isCountable(search: SearchPayments): boolean {
  return Object.entries(search).every(([name, value]) => value === undefined || COUNTABLE.has(name));
}
