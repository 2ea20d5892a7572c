import type { DeclineReason } from "../decline-reasons";

/** Why a bank said no: ISO 8583 return codes in the vocabulary of all providers. */
const REASONS: Readonly<Record<string, DeclineReason>> = {
  1: "refer_to_card_issuer",
  3: "invalid_merchant",
  4: "capture_card",
  5: "do_not_honour",
  6: "try_another_card",
  7: "pickup_card",
  12: "invalid_transaction",
  13: "invalid_amount",
  14: "invalid_card_number",
  15: "no_such_issuer",
  34: "suspected_fraud",
  41: "lost_card",
  43: "stolen_card",
  46: "closed_account",
  51: "insufficient_funds",
  54: "expired_card",
  57: "transaction_not_permitted",
  59: "suspected_fraud",
  61: "exceeds_withdrawal_amount_limit",
  62: "restricted_card",
  65: "authentication_requested",
  76: "card_blocked_or_invalid_or_nonexistent",
  78: "invalid_account_number",
  79: "mastercard_lifecycle",
  82: "mastercard_policy",
  83: "mastercard_security",
  91: "issuer_temporarily_unavailable",
  835: "incorrect_cvc",
  972: "stop_payment_order",
  973: "revocation_of_authorisation",
  975: "revocation_of_all_authorisation",
};

/** Codes that are not known may be tried again. */
export function reasonOf(returnCode: string | undefined): DeclineReason {
  return REASONS[String(Number(returnCode))] ?? "uncategorised";
}
