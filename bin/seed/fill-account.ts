import type { Sql } from "postgres";
import type { Account } from "@/domain/caller";
import { drawPayments, prepareDrawing } from "./draw-payments";
import { storePayments } from "./store-payments";

const LARGEST_BATCH = 20_000;
const SMALLEST_BATCH = 500;

interface Wish {
  readonly payments: number;
  /** Over how many months before `now` they are spread. */
  readonly months: number;
  readonly now: Date;
}

/**
 * Fills a sandbox account with payments that might have happened, oldest first, in statements over whole batches.
 * They are put where their histories would have led them; the constraints of the tables see to it that each agrees
 * with itself.
 *
 * @param sql one connection: what the batches share is in its temporary tables.
 */
export async function fillAccount(
  sql: Sql,
  account: Account,
  { payments, months, now }: Wish,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  if (account.paymentProvider !== "sandbox") throw new Error("Only an account of the sandbox can be filled.");
  const batch = Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, Math.ceil(payments / 20)));
  await sql.begin(prepareDrawing);
  for (let first = 1; first <= payments; first += batch) {
    const last = Math.min(payments, first + batch - 1);
    await sql.begin(async (transaction) => {
      await drawPayments(transaction, { first, last, total: payments, months, now });
      await storePayments(transaction, account, now);
    });
    onProgress(last);
  }
  await recount(sql, account);
}

/** Days that had been counted have more payments now. */
async function recount(sql: Sql, { serviceId, id }: Account): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      update accounts set counted_before = null where service_id = ${serviceId} and id = ${id}`;
    await transaction`
      delete from payment_day_counts where service_id = ${serviceId} and account_id = ${id}`;
  });
}
