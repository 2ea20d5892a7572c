import type { Stripe } from "stripe";
import type { AuthoriseOutcome, Snapshot } from "../port";
import { declined } from "./decline";
import { captureOf, isUntried, refundedPence, savedCardOf, threeDsOf } from "./read-intent";

/** What an intent says of its authorisation. */
export function outcomeOf(intent: Stripe.PaymentIntent): AuthoriseOutcome {
  const providerId = intent.id;
  switch (intent.status) {
    case "requires_capture":
    case "succeeded":
      return { is: "authorised", providerId, ...savedCardOf(intent), ...threeDsOf(intent) };
    case "requires_action": {
      const url = intent.next_action?.redirect_to_url?.url;
      if (typeof url === "string")
        return { is: "challenge", providerId, challenge: { via: "redirect", url } };
      return { is: "error", providerId, reason: `next action ${intent.next_action?.type ?? "unknown"}` };
    }
    case "canceled":
      return { is: "refused", providerId, reason: "cancelled", canRetry: true, ...threeDsOf(intent) };
    case "requires_payment_method":
    case "requires_confirmation":
      return isUntried(intent) ? { is: "unknown", cause: "not confirmed" } : refusalOf(intent);
    default:
      return { is: "unknown", cause: intent.status };
  }
}

/** The same, as an answer to being asked what is known of a payment. */
export function snapshotOf(intent: Stripe.PaymentIntent): Snapshot {
  const outcome = outcomeOf(intent);
  const providerId = intent.id;
  if (intent.status === "canceled")
    return {
      state: intent.cancellation_reason === "automatic" ? "expired" : "voided",
      providerId,
      ...threeDsOf(intent),
    };
  switch (outcome.is) {
    case "authorised": {
      const { is, ...known } = outcome;
      return intent.status === "succeeded"
        ? { state: "captured", ...known, ...captureOf(intent), refundedPence: refundedPence(intent) }
        : { state: is, ...known };
    }
    case "challenge":
      return { state: "challenge", providerId };
    case "refused": {
      const { reason, canRetry } = outcome;
      return { state: "refused", providerId, reason, canRetry, ...threeDsOf(intent) };
    }
    case "error":
      return { state: "error", providerId, reason: outcome.reason };
    case "unknown":
      // Its card never arrived: nothing was authorised, and nothing will be.
      return isUntried(intent) ? { state: "missing", providerId } : { state: "unknown", providerId };
  }
}

function refusalOf(intent: Stripe.PaymentIntent): AuthoriseOutcome {
  const { code, decline_code: declineCode, advice_code: adviceCode } = intent.last_payment_error ?? {};
  const providerId = intent.id;
  const refusal = declined({ code, declineCode, adviceCode });
  return refusal.is === "error"
    ? { ...refusal, providerId }
    : { ...refusal, providerId, ...threeDsOf(intent) };
}
