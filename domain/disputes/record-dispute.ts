import type { DisputeStatus, DisputeTrigger } from "@/contract/states";
import type { Transaction } from "@/db/client";
import { disputes } from "@/db/schema";
import type { Payment } from "../payments/payment";
import { oweTransfer } from "../transfers/owe-transfer";
import { disputeIdOf, isDispute, type Dispute, type DisputeEvent } from "./dispute";
import { moveDispute, type LostMoney } from "./move-dispute";
import { openDispute } from "./open-dispute";

/** Disputes raised before this day are not charged to the service (section 2.5). */
const CHARGED_FROM = new Date("2022-08-08T00:00:00.000Z");

const TRIGGER_TO: Readonly<Record<Exclude<DisputeStatus, "needs_response">, DisputeTrigger>> = {
  under_review: "review",
  won: "win",
  lost: "lose",
};

/**
 * Records what a PSP tells of a dispute: opens it where it is new, and moves it to where it stands now. Told again,
 * late or in the wrong order, it changes nothing: a dispute never goes back.
 *
 * @param payment locked by the caller, so that no refund slips in beside the dispute (D23).
 * @returns the dispute, and whether it changed.
 */
export async function recordDispute(
  transaction: Transaction,
  payment: Payment,
  event: DisputeEvent,
): Promise<{ dispute: Dispute; changed: boolean }> {
  const opened = await openDispute(transaction, payment, event);
  const dispute = opened ?? (await lock(transaction, payment, event));
  if (event.status === "needs_response") return { dispute, changed: opened !== undefined };
  const moved = await moveDispute(
    transaction,
    dispute,
    TRIGGER_TO[event.status],
    event.happenedAt,
    moneyLost(event),
  );
  if (moved?.status === "lost" && moved.netAmount !== null) {
    await oweTransfer(transaction, payment, { is: "lostDispute", id: moved.id });
  }
  return { dispute: moved ?? dispute, changed: opened !== undefined || moved !== undefined };
}

async function lock(
  transaction: Transaction,
  { serviceId }: Payment,
  { disputeProviderId, createdAt }: DisputeEvent,
): Promise<Dispute> {
  const id = disputeIdOf(serviceId, disputeProviderId, createdAt);
  const [dispute] = await transaction
    .select()
    .from(disputes)
    .where(isDispute({ serviceId, id }))
    .for("update");
  if (!dispute) throw new Error(`Dispute ${id} has gone`);
  return dispute;
}

function moneyLost({ createdAt, amount, feePence = 0, netPence }: DisputeEvent): LostMoney | undefined {
  if (createdAt < CHARGED_FROM) return undefined;
  return { fee: feePence, netAmount: netPence ?? -(amount + feePence) };
}
