/** Who can take payments for an account, as `payment_provider` says it (D13). */
export const PAYMENT_PROVIDERS = ["sandbox", "stripe", "worldpay"] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];
