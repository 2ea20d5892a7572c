import type { DISPUTE_REASONS } from "@/contract/dispute";

const REASONS: Readonly<Record<(typeof DISPUTE_REASONS)[number], string>> = {
  credit_not_processed: "Refund not received",
  duplicate: "Paid twice",
  fraudulent: "Not made by the cardholder",
  general: "General",
  product_not_received: "Not received",
  product_unacceptable: "Not as described",
  unrecognised: "Not recognised by the cardholder",
  subscription_cancelled: "Agreement had been cancelled",
  other: "Other",
};

/** Why a payer's bank disputes a payment, in words. */
export function reasonInWords(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as keyof typeof REASONS] : reason;
}
