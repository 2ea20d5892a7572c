import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Transaction } from "@/db/client";
import { disputes, payments, payoutLines, payouts, refunds } from "@/db/schema";
import type { AccountKey } from "../accounts/account-time";
import { recordCapture } from "../payments/record-capture";
import { tellOfPayments } from "../webhooks/tell-webhooks";
import { carriedBy, carriersOf } from "./carriers";
import { daySettled } from "./day-settled";
import type { Payout, StoredPayoutLine } from "./payout";

/** An account's payouts are written about one at a time: what one settles depends on what has become of others. */
export async function lockPayouts(transaction: Transaction, { accountId }: AccountKey): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`payouts ${accountId}`}))`);
}

/**
 * Dates what is in a payout: payments, refunds and lost disputes are settled on the day on which it reaches the bank
 * (sections 2.1.3, 2.3, 2.5). What is in one that has failed is not, until a later payout has brought it (D43). Done again,
 * whatever was heard in between, it ends the same. The account's payouts are locked.
 */
export async function settlePayout(transaction: Transaction, payout: Payout, now: Date): Promise<void> {
  const carrier = await findCarrier(transaction, payout);
  if (carrier?.id !== payout.id) await unsettlePayments(transaction, payout);
  if (carrier) await settlePayments(transaction, carrier, now);
  await dateRefunds(transaction, carrier ?? payout);
  await dateDisputes(transaction, carrier ?? payout);
}

async function findCarrier(transaction: Transaction, payout: Payout): Promise<Payout | undefined> {
  const carriers = carriersOf(payout.serviceId, sql`select ${payout.id}::text`);
  const [carrier] = await transaction
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.serviceId, payout.serviceId),
        sql`${payouts.id} in (select carrier.id from (${carriers}) carrier)`,
      ),
    )
    .orderBy(asc(payouts.arrivesOn))
    .limit(1);
  return carrier;
}

/** What a payout has settled and has not brought to the bank; another that has it as a part may have done so. */
async function unsettlePayments(transaction: Transaction, { serviceId, id }: Payout): Promise<void> {
  const start = sql`select ${payoutLines.payoutId} from ${payoutLines}
    where ${payoutLines.serviceId} = ${payments.serviceId} and ${payoutLines.paymentId} = ${payments.id}
      and ${payoutLines.kind} = 'payment'`;
  const first = (what: SQL) => sql`(select ${what} from (${carriersOf(payments.serviceId, start)}) carrier
    order by carrier.arrives_on, carrier.id limit 1)`;
  await transaction
    .update(payments)
    .set({ settledOn: first(sql`carrier.arrives_on`), payoutId: first(sql`carrier.id`) })
    .where(and(eq(payments.serviceId, serviceId), eq(payments.payoutId, id)));
}

/** Callers are told of those that had not been settled yet. */
async function settlePayments(transaction: Transaction, payout: Payout, now: Date): Promise<void> {
  const { serviceId, accountId, id: payoutId, arrivesOn: settledOn } = payout;
  const isPaid = and(
    eq(payments.serviceId, serviceId),
    eq(payments.accountId, accountId),
    isPart(payments.id, payout, "payment", payoutLines.paymentId),
    eq(payments.status, "success"),
  );
  const unsettled = await transaction
    .select()
    .from(payments)
    .where(and(isPaid, isNull(payments.settledOn)))
    .for("update");
  // Being paid out proves that it was taken, should we not have heard of that: before we heard of the payout, or it arrived.
  const heardOn = payout.createdAt.toISOString().slice(0, 10);
  const capturedOn = heardOn < settledOn ? heardOn : settledOn;
  for (const payment of unsettled) {
    if (payment.capturedOn === null) await recordCapture(transaction, payment, { capturedOn }, now);
  }
  const differs = sql`(${payments.settledOn}, ${payments.payoutId}) is distinct from (${settledOn}::date, ${payoutId})`;
  const settled = await transaction
    .update(payments)
    .set({ settledOn, payoutId })
    .where(and(isPaid, differs))
    .returning();
  const news = new Set(unsettled.map(({ id }) => id));
  const settledNow = settled.filter(({ id }) => news.has(id));
  await tellOfPayments(transaction, payout, settledNow, "card_payment_settled", now);
}

async function dateRefunds(transaction: Transaction, payout: Payout): Promise<void> {
  await transaction
    .update(refunds)
    .set({ settledOn: daySettled("refund") })
    .where(
      and(
        eq(refunds.serviceId, payout.serviceId),
        eq(refunds.accountId, payout.accountId),
        isPart(refunds.id, payout, "refund", payoutLines.refundId),
        eq(refunds.status, "success"),
      ),
    );
}

async function dateDisputes(transaction: Transaction, payout: Payout): Promise<void> {
  await transaction
    .update(disputes)
    .set({ settledOn: daySettled("dispute") })
    .where(
      and(
        eq(disputes.serviceId, payout.serviceId),
        eq(disputes.accountId, payout.accountId),
        isPart(disputes.id, payout, "dispute", payoutLines.disputeId),
        eq(disputes.status, "lost"),
      ),
    );
}

/** Whether stored parts of a kind are about it: asked of the database, for there may be more than a query has parameters. */
function isPart(id: PgColumn, payout: Payout, kind: StoredPayoutLine["kind"], about: PgColumn): SQL {
  return sql`${id} in (select ${about} from ${payoutLines}
    where ${payoutLines.serviceId} = ${payout.serviceId} and ${payoutLines.payoutId} in (${carriedBy(payout)})
      and ${payoutLines.kind} = ${kind})`;
}
