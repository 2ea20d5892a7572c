import { and, eq } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { payouts } from "@/db/schema";
import type { PspEvent } from "@/psp/port";
import { raiseAlert } from "../alerts/raise-alert";
import { inBackground } from "../background";
import { newId } from "../new-id";
import { isPayout, type Payout } from "./payout";
import { reconcilePayouts } from "./reconcile-payouts";
import { lockPayouts, settlePayout } from "./settle-payout";

type PayoutEvent = Extract<PspEvent, { type: "payout" }>;

/** How far along each status is; a payout never goes back. */
const RANK: Readonly<Record<Payout["status"], number>> = {
  pending: 0,
  inTransit: 1,
  paid: 2,
  failed: 3,
  cancelled: 3,
};

/**
 * Records what a PSP tells of a payout; once its parts can be read, they are (reconcile-payouts). Should it fail after that,
 * or arrive on another day, they are dated anew.
 */
export async function recordPayout(owner: Owner, event: PayoutEvent, now: Date): Promise<void> {
  const payout = await database().transaction(async (transaction) => {
    await lockPayouts(transaction, owner);
    const before = await find(transaction, owner, event);
    const known = before ?? (await store(transaction, owner, event, now));
    const { status, arrivesOn } = RANK[event.status] >= RANK[known.status] ? event : known;
    const readable = event.reconcilable && known.reconciledAt === null;
    const updated = { ...known, status, arrivesOn, ...(readable && { dueAt: now }) };
    await transaction.update(payouts).set(updated).where(isPayout(known));
    const isNews = status !== known.status || arrivesOn !== known.arrivesOn;
    if (isNews && known.reconciledAt !== null) await settlePayout(transaction, updated, now);
    if (status === "failed" && before?.status !== "failed") await tellOfFailure(transaction, updated, now);
    return updated;
  });
  if (payout.dueAt) inBackground("payouts", () => reconcilePayouts(new Date()));
}

type Owner = Pick<Payout, "serviceId" | "accountId" | "credentialsId">;

async function find(
  transaction: Transaction,
  { serviceId }: Owner,
  { payoutProviderId }: PayoutEvent,
): Promise<Payout | undefined> {
  const [known] = await transaction
    .select()
    .from(payouts)
    .where(and(eq(payouts.serviceId, serviceId), eq(payouts.providerId, payoutProviderId)))
    .for("update");
  return known;
}

async function store(transaction: Transaction, owner: Owner, event: PayoutEvent, now: Date): Promise<Payout> {
  const { payoutProviderId: providerId, happenedAt: createdAt, status, amount, arrivesOn } = event;
  const [stored] = await transaction
    .insert(payouts)
    .values({ ...owner, id: newId(now), createdAt, providerId, status, amount, arrivesOn })
    .returning();
  if (!stored) throw new Error(`Payout ${providerId} was not stored`);
  return stored;
}

async function tellOfFailure(transaction: Transaction, payout: Payout, now: Date): Promise<void> {
  const { serviceId, accountId, id, providerId } = payout;
  const about = { key: id, serviceId, accountId, details: { providerId } };
  await raiseAlert({ kind: "payoutFailed", ...about }, now, transaction);
}
