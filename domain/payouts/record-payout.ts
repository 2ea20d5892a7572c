import { and, eq } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { payouts } from "@/db/schema";
import type { PspEvent } from "@/psp/port";
import { raiseAlert } from "../alerts/raise-alert";
import { inBackground } from "../background";
import { newId } from "../new-id";
import { isPayout, type Payout } from "./payout";
import { reconcilePayouts } from "./reconcile-payouts";

type PayoutEvent = Extract<PspEvent, { type: "payout" }>;

/** How far along each status is; a payout never goes back. */
const RANK: Readonly<Record<Payout["status"], number>> = {
  pending: 0,
  inTransit: 1,
  paid: 2,
  failed: 3,
  cancelled: 3,
};

/** Records what a PSP tells of a payout; once its parts can be read, they are (reconcile-payouts). */
export async function recordPayout(
  owner: Pick<Payout, "serviceId" | "accountId" | "credentialsId">,
  event: PayoutEvent,
  now: Date,
): Promise<void> {
  const payout = await database().transaction(async (transaction) => {
    const known = await findOrStore(transaction, owner, event, now);
    const { status, arrivesOn } = RANK[event.status] >= RANK[known.status] ? event : known;
    const readable = event.reconcilable && known.reconciledAt === null;
    const [updated] = await transaction
      .update(payouts)
      .set({ status, arrivesOn, ...(readable && { dueAt: now }) })
      .where(isPayout(known))
      .returning();
    return updated ?? known;
  });
  if (payout.status === "failed") {
    const { serviceId, accountId, id, providerId } = payout;
    await raiseAlert({ kind: "payoutFailed", key: id, serviceId, accountId, details: { providerId } }, now);
  }
  if (payout.dueAt) inBackground("payouts", () => reconcilePayouts(new Date()));
}

async function findOrStore(
  transaction: Transaction,
  owner: Pick<Payout, "serviceId" | "accountId" | "credentialsId">,
  event: PayoutEvent,
  now: Date,
): Promise<Payout> {
  const providerId = event.payoutProviderId;
  await transaction
    .insert(payouts)
    .values({
      ...owner,
      id: newId(now),
      createdAt: event.happenedAt,
      providerId,
      status: event.status,
      amount: event.amount,
      arrivesOn: event.arrivesOn,
    })
    .onConflictDoNothing();
  const [stored] = await transaction
    .select()
    .from(payouts)
    .where(and(eq(payouts.serviceId, owner.serviceId), eq(payouts.providerId, providerId)))
    .for("update");
  if (!stored) throw new Error(`Payout ${providerId} has gone`);
  return stored;
}
