import type { Transaction } from "@/db/client";
import { disputes, payments } from "@/db/schema";
import { isPayment, type Payment } from "../payments/payment";
import { tellOfDispute } from "../webhooks/tell-webhooks";
import { disputeIdOf, type Dispute, type DisputeEvent } from "./dispute";

/**
 * Opens a dispute and stops refunds of its payment, in one transaction (D23).
 *
 * @returns undefined when it is known already.
 */
export async function openDispute(
  transaction: Transaction,
  payment: Payment,
  event: DisputeEvent,
): Promise<Dispute | undefined> {
  const { serviceId, accountId, id: paymentId } = payment;
  const [opened] = await transaction
    .insert(disputes)
    .values({
      serviceId,
      id: disputeIdOf(serviceId, event.disputeProviderId, event.createdAt),
      accountId,
      paymentId,
      createdAt: event.createdAt,
      status: "needs_response",
      providerId: event.disputeProviderId,
      amount: event.amount,
      reason: event.reason,
      evidenceDueAt: event.evidenceDueAt ?? null,
    })
    .onConflictDoNothing()
    .returning();
  if (!opened) return undefined;
  await transaction.update(payments).set({ disputed: true }).where(isPayment(payment));
  await tellOfDispute(transaction, opened, "dispute_created", event.happenedAt);
  return opened;
}
