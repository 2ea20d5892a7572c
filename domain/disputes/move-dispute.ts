import { and, eq } from "drizzle-orm";
import { stepDispute, type DisputeStatus, type DisputeTrigger } from "@/contract/states";
import type { EventOf } from "@/contract/webhook";
import type { Transaction } from "@/db/client";
import { disputes, payments } from "@/db/schema";
import { isPayment } from "../payments/payment";
import { daySettled } from "../payouts/day-settled";
import { tellOfDispute } from "../webhooks/tell-webhooks";
import { isDispute, type Dispute } from "./dispute";

/** What a lost dispute takes from the service's next payout; pence, `netAmount` negative (section 2.5). */
export interface LostMoney {
  readonly fee: number;
  readonly netAmount: number;
}

/**
 * Moves a dispute's status: the only writer of disputes.status, by compare-and-set. A dispute that was won lets
 * its payment be refunded again, in the same transaction (D23).
 *
 * @returns the dispute as it is now, or undefined when the step is not lawful or another writer was first.
 */
export async function moveDispute(
  transaction: Transaction,
  dispute: Dispute,
  trigger: DisputeTrigger,
  now: Date,
  lost?: LostMoney,
): Promise<Dispute | undefined> {
  const status = stepDispute(dispute.status, trigger);
  if (!status) return undefined;
  const [moved] = await transaction
    .update(disputes)
    .set({ status, ...(status === "lost" && { ...lost, settledOn: daySettled("dispute") }) })
    .where(and(isDispute(dispute), eq(disputes.status, dispute.status)))
    .returning();
  if (moved?.status === "won") await allowRefunds(transaction, moved);
  const event = moved && WEBHOOK_EVENT_OF[status];
  if (event) await tellOfDispute(transaction, moved, event, now);
  return moved;
}

/** What callers are told of a dispute that has come to a status; of its opening they have been told. */
const WEBHOOK_EVENT_OF: Readonly<Record<DisputeStatus, EventOf<"dispute"> | undefined>> = {
  needs_response: undefined,
  under_review: "dispute_under_review",
  won: "dispute_won",
  lost: "dispute_lost",
};

/** Unless another dispute of the same payment still stands. */
async function allowRefunds(transaction: Transaction, { serviceId, paymentId }: Dispute): Promise<void> {
  const all = await transaction
    .select({ status: disputes.status })
    .from(disputes)
    .where(and(eq(disputes.serviceId, serviceId), eq(disputes.paymentId, paymentId)));
  if (all.some(({ status }) => status !== "won")) return;
  await transaction
    .update(payments)
    .set({ disputed: false })
    .where(isPayment({ serviceId, id: paymentId }));
}
