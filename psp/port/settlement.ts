/** Money on its way between the platform that takes payments and a service's own account at the provider. */
export interface Transfer {
  paymentId: string;
  providerId: string;
  pence: number;
}

/** Why money goes to a service's account: a payment was taken, or a refund that it has paid for was not given after all. */
export type PassingReason = { is: "payment" } | { is: "refundReversal"; refundId: string };

/** Why money is fetched back from a service's account: what the platform has paid, or is owed, in its place. */
export type TransferReason =
  | { is: "refund"; refundId: string }
  | { is: "lostDispute"; disputeProviderId: string }
  | { is: "failedPaymentFee" };

/** One part of a payout. Pence: net = gross - fee. */
export interface PayoutLine {
  providerId: string;
  kind:
    | "payment"
    | "refund"
    | "refundReversal"
    | "dispute"
    | "disputeReversal"
    | "failedPaymentFee"
    | "payoutReturn"
    | "other";
  paymentId?: string;
  refundId?: string;
  disputeProviderId?: string;
  /** The failed payout whose money has come back and goes out again. */
  payoutProviderId?: string;
  gross: number;
  fee: number;
  net: number;
  description?: string;
}
