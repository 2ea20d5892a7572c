import type { DISPUTE_REASONS, DisputeResource } from "@/contract/dispute";
import type { Dispute } from "@/domain/disputes/search-disputes";
import { link, omitAbsent } from "./present-links";

/** A dispute as the API shows it (2.5, D16). */
export function presentDispute(dispute: Dispute): DisputeResource {
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
    _links: { payment: link("GET", `/v1/payments/${dispute.paymentId}`) },
  });
}
