/**
 * Why a bank says no, in one vocabulary for every provider, and whether a saved card may be tried again (D19).
 * False makes the agreement inactive.
 */
const CAN_RETRY = {
  authentication_failed: true,
  authentication_requested: true,
  cancelled: true,
  card_blocked_or_invalid_or_nonexistent: true,
  do_not_honour: true,
  exceeds_withdrawal_amount_limit: true,
  exceeds_withdrawal_count_limit: true,
  generic_decline: true,
  insufficient_funds: true,
  invalid_account_number: true,
  invalid_amount: true,
  invalid_merchant: true,
  issuer_temporarily_unavailable: true,
  mastercard_lifecycle: true,
  mastercard_policy: true,
  mastercard_security: true,
  reenter_transaction: true,
  refer_to_card_issuer: true,
  suspected_fraud: true,
  try_again_later: true,
  try_another_card: true,
  uncategorised: true,

  authentication_required: false,
  capture_card: false,
  closed_account: false,
  do_not_retry: false,
  expired_card: false,
  incorrect_cvc: false,
  incorrect_number: false,
  invalid_card_number: false,
  invalid_transaction: false,
  lost_card: false,
  no_such_issuer: false,
  pickup_card: false,
  restricted_card: false,
  revocation_of_all_authorisation: false,
  revocation_of_authorisation: false,
  stolen_card: false,
  stop_payment_order: false,
  transaction_not_permitted: false,
} as const satisfies Record<string, boolean>;

export type DeclineReason = keyof typeof CAN_RETRY;

/** Whether a later payment with the same saved card may succeed. */
export function canRetry(reason: DeclineReason): boolean {
  return CAN_RETRY[reason];
}
