import type { Stripe } from "stripe";
import type { SavedCard } from "../port";

/** What every look at an intent asks for along with it. */
export const EXPANDED = ["latest_charge.balance_transaction"];

export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === "string" ? reference : reference?.id;
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === "object" && charge !== null ? charge : undefined;
}

/** How 3D Secure went; nothing when it did not come up. `required` is whether the payer was asked. */
export function threeDsOf(intent: Stripe.PaymentIntent): { threeDs?: { required: boolean } } {
  const details = chargeOf(intent)?.payment_method_details?.card?.three_d_secure;
  const flow = details?.authentication_flow;
  if (flow) return { threeDs: { required: flow === "challenge" } };
  const wasFailed = intent.last_payment_error?.code === "payment_intent_authentication_failure";
  return wasFailed ? { threeDs: { required: true } } : {};
}

/** What is needed to charge the card again, where the payment was to save it. */
export function savedCardOf(intent: Stripe.PaymentIntent): { savedCard?: SavedCard } {
  const customerId = idOf(intent.customer);
  const paymentMethodId = idOf(intent.payment_method);
  if (
    intent.setup_future_usage !== "off_session" ||
    customerId === undefined ||
    paymentMethodId === undefined
  )
    return {};
  return { savedCard: { customerId, paymentMethodId } };
}

/** When the money was taken, by UTC, and what Stripe keeps of it: told once it is in the books. Pence. */
export function captureOf(intent: Stripe.PaymentIntent): { capturedOn?: string; feePence?: number } {
  const transaction = chargeOf(intent)?.balance_transaction;
  if (typeof transaction !== "object" || transaction === null) return {};
  return { capturedOn: dayOf(transaction.created), feePence: transaction.fee };
}

export function refundedPence(intent: Stripe.PaymentIntent): number {
  return chargeOf(intent)?.amount_refunded ?? 0;
}

/** The card has been put to no bank: the intent is as it was opened. */
export function isUntried(intent: Stripe.PaymentIntent): boolean {
  const awaitsCard = intent.status === "requires_payment_method" || intent.status === "requires_confirmation";
  return awaitsCard && intent.last_payment_error === null && intent.latest_charge === null;
}

export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
