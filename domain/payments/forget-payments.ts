import { and, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { LIMITS } from "@/contract/limits";
import { FINISHED_STATUSES } from "@/contract/states";
import { database, type Transaction } from "@/db/client";
import {
  accounts,
  alerts,
  disputes,
  emails,
  idempotencyKeys,
  pageVisits,
  paymentDrafts,
  paymentEvents,
  paymentInstruments,
  payments,
  pspOperations,
  refunds,
  sandboxOperations,
  sandboxPayments,
} from "@/db/schema";
import { eachInTurn } from "../each-of";
import { isPayment, type Payment, type PaymentKey } from "./payment";

/**
 * Removes payments older than seven years with all that hangs on them (section 8), a bounded number and each in a
 * transaction of its own. One whose money is still under way stays until it is not.
 *
 * @returns how many.
 */
export async function forgetPayments(now: Date, limit = 200): Promise<number> {
  let forgotten = 0;
  await eachInTurn(await findOld(now, limit), async (key) => {
    if (await database().transaction((transaction) => forget(transaction, key))) forgotten += 1;
  });
  return forgotten;
}

/** Account by account: each has its oldest payments first in an index. */
async function findOld(now: Date, limit: number): Promise<PaymentKey[]> {
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - LIMITS.retentionYears);
  return database().execute<{ serviceId: string; id: string }>(sql`
    select old.service_id as "serviceId", old.id from ${accounts}
    cross join lateral (
      select service_id, id from ${payments}
      where service_id = ${accounts.serviceId} and account_id = ${accounts.id}
        and created_at < ${oldest.toISOString()} and ${NOTHING_OPEN}
      order by created_at, id limit 20) old
    limit ${limit}`);
}

/** No money is on its way, in or out, nor disputed, nor is it unknown whether it is. */
const NOTHING_OPEN: SQL = sql`(${payments.status} in (${sql.raw(FINISHED_STATUSES.map((status) => `'${status}'`).join(", "))})
  and num_nonnulls(${payments.captureDueAt}, ${payments.captureCheckDueAt}, ${payments.voidDueAt}, ${payments.takeDueAt}) = 0
  and (${payments.status} <> 'success' or ${payments.capturedOn} is not null)
  and not exists (select from ${refunds} where ${refunds.serviceId} = ${payments.serviceId}
    and ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'submitted')
  and not exists (select from ${disputes} where ${disputes.serviceId} = ${payments.serviceId}
    and ${disputes.paymentId} = ${payments.id} and ${disputes.status} in ('needs_response', 'under_review'))
  and not exists (select from ${pspOperations} where ${pspOperations.serviceId} = ${payments.serviceId}
    and ${pspOperations.paymentId} = ${payments.id} and ${pspOperations.state} <> 'answered'))`;

/** @returns false when another instance is at it, or something has come up. */
async function forget(transaction: Transaction, key: PaymentKey): Promise<boolean> {
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(and(isPayment(key), NOTHING_OPEN))
    .for("update", { skipLocked: true });
  if (!payment) return false;
  for (const [table, serviceId, paymentId] of HANGS_ON_IT) {
    await transaction.delete(table).where(and(eq(serviceId, key.serviceId), eq(paymentId, key.id)));
  }
  await transaction.delete(sandboxOperations).where(eq(sandboxOperations.paymentId, key.id));
  await transaction.delete(sandboxPayments).where(eq(sandboxPayments.paymentId, key.id));
  await transaction.delete(payments).where(isPayment(key));
  await uncount(transaction, payment);
  await blankCard(transaction, payment);
  return true;
}

/** A payout's lines stay: they are the bank's books, with amounts and ids alone. */
const HANGS_ON_IT: readonly (readonly [PgTable, PgColumn, PgColumn])[] = [
  paymentEvents,
  pspOperations,
  refunds,
  disputes,
  pageVisits,
  paymentDrafts,
  idempotencyKeys,
  emails,
  alerts,
].map((table) => [table, table.serviceId, table.paymentId] as const);

/** Its day may have been counted (count-payments.ts); the account is held, lest it be counted just now. */
async function uncount(transaction: Transaction, payment: Payment): Promise<void> {
  const { serviceId, accountId, status, cardBrand, createdAt } = payment;
  await transaction
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.serviceId, serviceId), eq(accounts.id, accountId)))
    .for("share");
  await transaction.execute(sql`
    update payment_day_counts set payments = payments - 1
    where service_id = ${serviceId} and account_id = ${accountId} and status = ${status}
      and card_brand = ${cardBrand ?? ""} and day = ${createdAt.toISOString().slice(0, 10)}`);
}

/** A saved card that is gone at its PSP keeps its place, without a name and an address. */
async function blankCard(transaction: Transaction, { serviceId, savedInstrumentId }: Payment): Promise<void> {
  if (savedInstrumentId === null) return;
  await transaction
    .update(paymentInstruments)
    .set({ cardholderName: "", billingAddress: null })
    .where(
      and(
        eq(paymentInstruments.serviceId, serviceId),
        eq(paymentInstruments.id, savedInstrumentId),
        isNotNull(paymentInstruments.deletedAt),
      ),
    );
}
