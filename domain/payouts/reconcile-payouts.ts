import { and, eq, inArray, lte } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { disputes, payoutLines, payouts, pspCredentials } from "@/db/schema";
import type { PayoutLine, PspName } from "@/psp/port";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { raiseAlert } from "../alerts/raise-alert";
import { eachOf } from "../each-of";
import type { Account } from "../caller";
import { claimedUntil } from "../payments/claim-due-payments";
import { providerOf } from "../providers/provider-of";
import { isPayout, type Payout } from "./payout";
import { lockPayouts, settlePayout } from "./settle-payout";

const RETRY_MINUTES = 60;

/**
 * Reads the parts of payouts that are due and dates what was in them (settle-payout.ts). Read again, nothing changes.
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

async function store(transaction: Transaction, asked: Payout, lines: PayoutLine[], now: Date): Promise<void> {
  await lockPayouts(transaction, asked);
  const [payout] = await transaction
    .update(payouts)
    .set({ reconciledAt: now, dueAt: null })
    .where(isPayout(asked))
    .returning();
  if (!payout) throw new Error(`Payout ${asked.id} has gone`);
  const disputeIds = await ourDisputes(transaction, payout, lines);
  const stored = lines.map((line) => columnsOf(payout, line, disputeIds));
  for (let start = 0; start < stored.length; start += 500) {
    await transaction
      .insert(payoutLines)
      .values(stored.slice(start, start + 500))
      .onConflictDoNothing();
  }
  await settlePayout(transaction, payout, now);
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
  const { payoutProviderId: returnedProviderId = null } = line;
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
    returnedProviderId,
    gross,
    fee,
    net,
    description,
  };
}
