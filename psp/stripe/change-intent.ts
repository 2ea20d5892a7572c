import type { Stripe } from "stripe";
import type { Acknowledgement, PspContext } from "../port";
import { ask, askUnderKey } from "./ask";
import { openAccount, type StripeAccount } from "./open-account";
import { EXPANDED } from "./read-intent";

interface Change {
  /** Names the operation's key. */
  step: "capture" | "cancel";
  providerId: string;
  make: (account: StripeAccount, idempotencyKey: string) => Promise<Stripe.PaymentIntent>;
  /** Whether the intent shows that it has happened, now or before. */
  isMade: (intent: Stripe.PaymentIntent) => boolean;
  answer: (intent: Stripe.PaymentIntent) => Acknowledgement;
}

/**
 * Makes a change that the intent's own state allows but once, so that asking again never does it twice. Whatever Stripe
 * answers, the intent itself tells whether it has happened.
 */
export async function changeIntent(
  context: PspContext,
  { step, providerId, make, isMade, answer }: Change,
): Promise<Acknowledgement> {
  const account = openAccount(context);
  if ("unusable" in account) return { is: "unknown", cause: account.unusable };
  const look = () => ask(() => account.stripe.paymentIntents.retrieve(providerId, { expand: EXPANDED }));
  const stillOpen = async () => {
    const seen = await look();
    return "value" in seen && !isMade(seen.value);
  };
  const made = await askUnderKey(`${context.operationKey}/${step}`, (key) => make(account, key), stillOpen);
  if ("value" in made) {
    return isMade(made.value) ? answer(made.value) : { is: "unknown", cause: made.value.status };
  }
  const { failure } = made;
  const seen = await look();
  if ("value" in seen && isMade(seen.value)) return answer(seen.value);
  const isRefused = failure.is === "invalid" || failure.is === "missing" || failure.is === "declined";
  return isRefused ? { is: "rejected", reason: failure.code } : { is: "unknown", cause: failure.code };
}
