import { canRetry, type DeclineReason } from "../decline-reasons";

/** Stripe's decline codes, and error codes of cards, in our vocabulary. */
const REASONS: Readonly<Record<string, DeclineReason>> = {
  authentication_required: "authentication_required",
  call_issuer: "refer_to_card_issuer",
  card_velocity_exceeded: "exceeds_withdrawal_amount_limit",
  do_not_honor: "do_not_honour",
  do_not_try_again: "do_not_retry",
  expired_card: "expired_card",
  fraudulent: "suspected_fraud",
  generic_decline: "generic_decline",
  incorrect_cvc: "incorrect_cvc",
  incorrect_number: "incorrect_number",
  insufficient_funds: "insufficient_funds",
  invalid_account: "invalid_account_number",
  invalid_amount: "invalid_amount",
  invalid_cvc: "incorrect_cvc",
  invalid_expiry_month: "expired_card",
  invalid_expiry_year: "expired_card",
  invalid_number: "invalid_card_number",
  issuer_not_available: "issuer_temporarily_unavailable",
  lost_card: "lost_card",
  payment_intent_authentication_failure: "authentication_failed",
  pickup_card: "pickup_card",
  reenter_transaction: "reenter_transaction",
  restricted_card: "restricted_card",
  revocation_of_all_authorizations: "revocation_of_all_authorisation",
  revocation_of_authorization: "revocation_of_authorisation",
  stolen_card: "stolen_card",
  stop_payment_order: "stop_payment_order",
  transaction_not_allowed: "transaction_not_permitted",
  try_again_later: "try_again_later",
  withdrawal_count_limit_exceeded: "exceeds_withdrawal_count_limit",
};

/** What Stripe says of a card that was not taken; all of it may be missing. */
export interface StripeDecline {
  readonly code?: string | undefined;
  readonly declineCode?: string | undefined;
  readonly adviceCode?: string | undefined;
}

/** A real card put to a test account. That is no bank's no, but a mistake of whoever tries. */
const NO_DECLINE = new Set(["test_mode_live_card", "live_mode_test_card"]);

/** A declined card in the port's words. Stripe's advice counts where its reason has no name among ours. */
export function declined({
  code = "",
  declineCode = "",
  adviceCode,
}: StripeDecline):
  | { is: "refused"; reason: DeclineReason; canRetry: boolean }
  | { is: "error"; reason: string } {
  if (NO_DECLINE.has(declineCode) || NO_DECLINE.has(code))
    return { is: "error", reason: declineCode || code };
  const advised: DeclineReason = adviceCode === "do_not_try_again" ? "do_not_retry" : "uncategorised";
  const reason = REASONS[declineCode] ?? REASONS[code] ?? advised;
  return { is: "refused", reason, canRetry: canRetry(reason) };
}
