import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { database, type Transaction } from "@/db/client";
import { disputes, payments, payoutLines, payouts, pspCredentials, refunds } from "@/db/schema";
import type { PayoutLine, PspName } from "@/psp/port";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { raiseAlert } from "../alerts/raise-alert";
import { eachOf } from "../each-of";
import type { Account } from "../caller";
import { claimedUntil } from "../payments/claim-due-payments";
import { recordCapture } from "../payments/record-capture";
import { providerOf } from "../providers/provider-of";
import { tellOfPayments } from "../webhooks/tell-webhooks";
import { isPayout, type Payout, type StoredPayoutLine } from "./payout";

const RETRY_MINUTES = 60;

/**
 * Reads the parts of payouts that are due and dates what was in them: payments, refunds and lost disputes get their
 * settled_date (sections 2.1.3, 2.3, 2.5). Read again, nothing changes.
 *
 * @returns how many payouts were looked at.
 */
export async function reconcilePayouts(now: Date, limit = 20): Promise<number> {
  const claimed = await database().transaction(async (transaction) => {
    const due = await transaction
      .select()
      .from(payouts)
      .where(lte(payouts.dueAt, now))
      .orderBy(payouts.dueAt)
      .limit(limit)
      .for("update", { skipLocked: true });
    for (const payout of due) {
      await transaction
        .update(payouts)
        .set({ dueAt: claimedUntil(now), tries: payout.tries + 1 })
        .where(isPayout(payout));
    }
    return due;
  });
  await eachOf(claimed, reconcile);
  return claimed.length;
}

async function reconcile(payout: Payout): Promise<void> {
  const account = await findAccountOf(payout);
  const { id, providerId } = payout;
  const { provider, context } = await providerOf(
    { paymentProvider: await providerNameOf(payout, account), credentialsId: payout.credentialsId },
    account,
    `payout:${id}`,
    accountTime(account, new Date()),
  );
  const lines = await provider.listPayoutLines?.(context, providerId);
  const now = new Date();
  if (!lines) {
    const dueAt = new Date(now.getTime() + RETRY_MINUTES * 60_000);
    await database().update(payouts).set({ dueAt }).where(isPayout(payout));
    return;
  }
  await database().transaction((transaction) => store(transaction, payout, lines, now));
}

/** Whose payout it is: of the provider that its credentials are for, whichever the account has gone to since. */
async function providerNameOf({ serviceId, credentialsId }: Payout, account: Account): Promise<PspName> {
  if (credentialsId === null) return account.paymentProvider;
  const [credentials] = await database()
    .select({ name: pspCredentials.paymentProvider })
    .from(pspCredentials)
    .where(and(eq(pspCredentials.serviceId, serviceId), eq(pspCredentials.id, credentialsId)));
  return credentials?.name ?? account.paymentProvider;
}

async function store(
  transaction: Transaction,
  payout: Payout,
  lines: PayoutLine[],
  now: Date,
): Promise<void> {
  const disputeIds = await ourDisputes(transaction, payout, lines);
  const stored = lines.map((line) => columnsOf(payout, line, disputeIds));
  for (let start = 0; start < stored.length; start += 500) {
    await transaction
      .insert(payoutLines)
      .values(stored.slice(start, start + 500))
      .onConflictDoNothing();
  }
  await settle(transaction, payout, now);
  await transaction.update(payouts).set({ reconciledAt: now, dueAt: null }).where(isPayout(payout));
  const sum = lines.reduce((total, { net }) => total + net, 0);
  if (sum === payout.amount) return;
  const { serviceId, accountId, id, amount } = payout;
  const details = { amount, sum };
  await raiseAlert({ kind: "payoutDoesNotAddUp", key: id, serviceId, accountId, details }, now, transaction);
}

type NewLine = typeof payoutLines.$inferInsert;

/** Our ids of the disputes in a payout, by the PSP's. */
async function ourDisputes(
  transaction: Transaction,
  { serviceId, accountId }: Payout,
  lines: PayoutLine[],
): Promise<Map<string, string>> {
  const told = lines.flatMap(({ disputeProviderId }) => disputeProviderId ?? []);
  if (told.length === 0) return new Map();
  const found = await transaction
    .select({ id: disputes.id, providerId: disputes.providerId })
    .from(disputes)
    .where(
      and(
        eq(disputes.serviceId, serviceId),
        eq(disputes.accountId, accountId),
        inArray(disputes.providerId, told),
      ),
    );
  return new Map(found.map(({ id, providerId }) => [providerId ?? "", id]));
}

function columnsOf(
  { serviceId, id: payoutId }: Payout,
  line: PayoutLine,
  disputeIds: ReadonlyMap<string, string>,
): NewLine {
  const { providerId, kind, paymentId = null, refundId = null, disputeProviderId } = line;
  const { gross, fee, net, description = null } = line;
  const disputeId = disputeIds.get(disputeProviderId ?? "") ?? null;
  return {
    serviceId,
    payoutId,
    providerId,
    kind,
    paymentId,
    refundId,
    disputeId,
    gross,
    fee,
    net,
    description,
  };
}

/** The day on which the payout reaches the bank is the day on which its parts are settled. */
async function settle(transaction: Transaction, payout: Payout, now: Date): Promise<void> {
  const { serviceId, accountId, arrivesOn: settledOn } = payout;
  await settlePayments(transaction, payout, now);
  await transaction
    .update(refunds)
    .set({ settledOn })
    .where(
      and(
        eq(refunds.serviceId, serviceId),
        eq(refunds.accountId, accountId),
        inArray(refunds.id, partsOf(transaction, payout, "refund", payoutLines.refundId)),
        eq(refunds.status, "success"),
      ),
    );
  await transaction
    .update(disputes)
    .set({ settledOn })
    .where(
      and(
        eq(disputes.serviceId, serviceId),
        eq(disputes.accountId, accountId),
        inArray(disputes.id, partsOf(transaction, payout, "dispute", payoutLines.disputeId)),
        eq(disputes.status, "lost"),
      ),
    );
}

/** What the stored parts of a kind are about: asked of the database, for there may be more than a query has parameters. */
function partsOf(
  transaction: Transaction,
  { serviceId, id }: Payout,
  kind: StoredPayoutLine["kind"],
  about: PgColumn,
) {
  return transaction
    .select({ id: about })
    .from(payoutLines)
    .where(
      and(eq(payoutLines.serviceId, serviceId), eq(payoutLines.payoutId, id), eq(payoutLines.kind, kind)),
    );
}

/** Callers are told of those that had not been settled yet. */
async function settlePayments(transaction: Transaction, payout: Payout, now: Date): Promise<void> {
  const { serviceId, accountId, id: payoutId, arrivesOn: settledOn } = payout;
  const isPaid = and(
    eq(payments.serviceId, serviceId),
    eq(payments.accountId, accountId),
    inArray(payments.id, partsOf(transaction, payout, "payment", payoutLines.paymentId)),
    eq(payments.status, "success"),
  );
  const unsettled = await transaction
    .select()
    .from(payments)
    .where(and(isPaid, isNull(payments.settledOn)))
    .for("update");
  for (const payment of unsettled) {
    // Being paid out proves that it was taken, should we not have heard of that.
    if (payment.capturedOn === null)
      await recordCapture(transaction, payment, { capturedOn: settledOn }, now);
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
