import type { StoredPayoutLine } from "@/domain/payouts/payout";

/** What a part of a payout is, in words. */
export const LINE_KINDS: Readonly<Record<StoredPayoutLine["kind"], string>> = {
  payment: "Payment",
  refund: "Refund",
  refundReversal: "Refund that came back",
  dispute: "Dispute",
  disputeReversal: "Dispute won",
  failedPaymentFee: "Fee for a failed payment",
  payoutReturn: "Payout that came back",
  other: "Other",
};
