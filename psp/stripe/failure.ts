import { Stripe } from "stripe";

/**
 * Why Stripe gave no object. `declined`: the bank says no. `invalid`, `missing`: Stripe refuses, and has done nothing.
 * `barred`: our key is not good for it. `busy`: not now. `mismatched`: the idempotency key was used for something else.
 * `lost`: nobody can tell what happened.
 */
export interface Failure {
  readonly is: "declined" | "invalid" | "missing" | "barred" | "busy" | "mismatched" | "lost";
  /** In Stripe's words where it has any. */
  readonly code: string;
  readonly declineCode?: string;
  readonly adviceCode?: string;
  /** It is the answer to an earlier request under the same key: the key will never give another. */
  readonly isReplay: boolean;
}

/** Reads what the SDK throws. What it does not throw itself is our own fault, and thrown on. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return {
    is: kindOf(error),
    code: error.code ?? error.rawType ?? error.type,
    ...(error.decline_code !== undefined && { declineCode: error.decline_code }),
    ...(error.advice_code !== undefined && { adviceCode: error.advice_code }),
    isReplay: error.headers?.["idempotent-replayed"] === "true",
  };
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): Failure["is"] {
  const { statusCode, rawType, code } = error;
  if (statusCode === 401 || statusCode === 403) return "barred";
  if (statusCode === 409 || statusCode === 429 || code === "lock_timeout") return "busy";
  if (statusCode === undefined || statusCode >= 500) return "lost";
  if (rawType === "card_error" || code === "card_decline_rate_limit_exceeded") return "declined";
  if (rawType === "idempotency_error") return "mismatched";
  if (statusCode === 404) return "missing";
  return statusCode >= 400 ? "invalid" : "lost";
}
