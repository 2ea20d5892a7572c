import type { SavedCard } from "./authorisation";

/** The provider's own view of a payment, for answers that were lost. */
export interface Snapshot {
  /** `expired`: the authorisation lapsed at the bank; `unknown`: cannot be told now, ask again. */
  state:
    | "missing"
    | "challenge"
    | "authorised"
    | "captured"
    | "refused"
    | "voided"
    | "expired"
    | "error"
    | "unknown";
  providerId?: string;
  capturedOn?: string;
  refundedPence?: number;
  feePence?: number;
  /** Why it was refused. */
  reason?: string;
  canRetry?: boolean;
  savedCard?: SavedCard;
  threeDs?: { required: boolean };
}

/** How a payment is asked about: by our id, and by the provider's where that is known. */
export interface PaymentAtPsp {
  paymentId: string;
  providerId: string | null;
}

/** What became of one refund, for answers that were lost. */
export type RefundSnapshot = "succeeded" | "failed" | "pending" | "missing" | "unknown";
