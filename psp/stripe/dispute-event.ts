import type { Stripe } from "stripe";
import { ignored, type EventContent } from "./event-content";
import { idOf } from "./read-intent";

/** Reasons in the specification's words; Stripe's others are of banks and countries that no payer here has. */
const REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: "credit_not_processed",
  duplicate: "duplicate",
  fraudulent: "fraudulent",
  general: "general",
  product_not_received: "product_not_received",
  product_unacceptable: "product_unacceptable",
  subscription_canceled: "subscription_cancelled",
  unrecognized: "unrecognised",
};

const STATUSES = {
  needs_response: "needs_response",
  under_review: "under_review",
  appeal_under_review: "under_review",
  won: "won",
  lost: "lost",
} as const;

/** A dispute as it stands. Inquiries (`warning_…`) take no money and are passed by. */
export function disputeEvent(dispute: Stripe.Dispute): EventContent {
  const status = Object.entries(STATUSES).find(([name]) => name === dispute.status)?.[1];
  if (status === undefined) return ignored(`dispute status ${dispute.status}`);
  const providerId = idOf(dispute.payment_intent);
  const { due_by: dueBy } = dispute.evidence_details;
  const { balance_transactions: moved } = dispute;
  return {
    type: "dispute",
    disputeProviderId: dispute.id,
    ...(providerId !== undefined && { providerId }),
    status,
    amount: dispute.amount,
    reason: REASONS[dispute.reason] ?? "other",
    createdAt: new Date(dispute.created * 1000),
    ...(dueBy && { evidenceDueAt: new Date(dueBy * 1000) }),
    ...(moved.length > 0 && {
      feePence: moved.reduce((sum, { fee }) => sum + fee, 0),
      netPence: moved.reduce((sum, { net }) => sum + net, 0),
    }),
  };
}
