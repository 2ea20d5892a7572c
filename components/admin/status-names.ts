import type { AgreementStatus, DisputeStatus } from "@/contract/states";

/** Statuses as staff read them. */
export const AGREEMENT_STATUS_NAMES: Readonly<Record<AgreementStatus, string>> = {
  created: "Waiting for a card",
  active: "Active",
  inactive: "Card refused for good",
  cancelled: "Cancelled",
};

export const DISPUTE_STATUS_NAMES: Readonly<Record<DisputeStatus, string>> = {
  needs_response: "Needs a response",
  under_review: "Under review",
  won: "Won",
  lost: "Lost",
};

export const REFUND_STATUS_NAMES = {
  submitted: "Asked for",
  success: "Sent back to the payer",
  error: "Failed",
} as const;

export const PAYOUT_STATUS_NAMES = {
  pending: "Pending",
  inTransit: "On its way",
  paid: "Paid",
  failed: "Failed",
  cancelled: "Cancelled",
} as const;

export const PROVIDER_NAMES = { sandbox: "The sandbox", stripe: "Stripe", worldpay: "Worldpay" } as const;
