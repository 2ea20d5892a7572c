import type { DISPUTE_REASONS, DisputeResource } from "@/contract/dispute";
import { omitAbsent } from "../omit-absent";
import type { Dispute } from "./dispute";

/** A dispute as callers know it, but for its links (2.5, D16). */
export function describeDispute(dispute: Dispute): Omit<DisputeResource, "_links"> {
  return omitAbsent({
    dispute_id: dispute.id,
    payment_id: dispute.paymentId,
    amount: dispute.amount,
    created_date: dispute.createdAt.toISOString(),
    evidence_due_date: dispute.evidenceDueAt?.toISOString(),
    fee: dispute.fee ?? undefined,
    net_amount: dispute.netAmount ?? undefined,
    reason: dispute.reason as (typeof DISPUTE_REASONS)[number],
    status: dispute.status,
    settlement_summary: omitAbsent({ settled_date: dispute.settledOn ?? undefined }),
  });
}
