import type { Stripe } from "stripe";
import { z } from "zod";
import { found, newId, seconds, type Desk } from "./books";
import { capture } from "./charges";
import { expand, metadata, pence } from "./form";
import { invalid } from "./refusal";

const usage = z.enum(["recurring", "installment", "unscheduled"]).optional();
export const cardOptions = z
  .strictObject({
    card: z.strictObject({
      moto: z.enum(["true", "false"]).optional(),
      setup_credential_usage: usage,
      stored_credential_usage: usage,
    }),
  })
  .optional();

export const CreateIntent = z.strictObject({
  amount: pence,
  currency: z.enum(["gbp", "GBP"]),
  capture_method: z.enum(["manual", "automatic", "automatic_async"]).default("automatic"),
  confirmation_method: z.enum(["automatic", "manual"]).default("automatic"),
  allowed_payment_method_types: z.array(z.literal("card")).optional(),
  customer: z.string().optional(),
  description: z.string().max(1000).optional(),
  metadata,
  on_behalf_of: z.string().optional(),
  payment_method_options: cardOptions,
  setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
  transfer_group: z.string().optional(),
  expand,
});

const MINIMUM_PENCE = 30;

export function createIntent(desk: Desk, params: z.output<typeof CreateIntent>): Stripe.PaymentIntent {
  const { amount, customer } = params;
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (amount < MINIMUM_PENCE)
    throw invalid("Amount must be at least £0.30 gbp", { code: "amount_too_small", param: "amount" });
  if (amount > 99_999_999)
    throw invalid("Amount must be no more than £999,999.99", { code: "amount_too_large", param: "amount" });
  if (customer !== undefined) found(desk.books.customers, "customer", customer, "customer");
  const id = newId("pi");
  const intent: Stripe.PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method,
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    confirmation_method: params.confirmation_method,
    created: seconds(desk.clock.now()),
    currency: "gbp",
    customer: customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata,
    next_action: null,
    on_behalf_of: params.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: params.transfer_group ?? null,
  };
  desk.books.intents.set(id, intent);
  desk.tell(desk.books, "payment_intent.created", intent);
  return intent;
}

export const CaptureIntent = z.strictObject({ amount_to_capture: pence.optional(), expand });

export function captureIntent(
  desk: Desk,
  id: string,
  params: z.output<typeof CaptureIntent>,
): Stripe.PaymentIntent {
  const intent = found(desk.books.intents, "payment_intent", id, "intent");
  if (intent.status !== "requires_capture") throw unexpected(intent, "captured", "requires_capture");
  const amount = params.amount_to_capture ?? intent.amount_capturable;
  if (amount < 1)
    throw invalid("Invalid positive integer", {
      code: "parameter_invalid_integer",
      param: "amount_to_capture",
    });
  if (amount > intent.amount_capturable)
    throw invalid("The amount to capture is greater than the capturable amount.", {
      code: "amount_too_large",
      param: "amount_to_capture",
    });
  intent.status = "succeeded";
  intent.amount_received = amount;
  intent.amount_capturable = 0;
  desk.tell(desk.books, "payment_intent.succeeded", intent);
  capture(desk, intent, amount);
  return intent;
}

const CANCELLABLE = new Set([
  "requires_payment_method",
  "requires_capture",
  "requires_confirmation",
  "requires_action",
]);

export const CancelIntent = z.strictObject({
  cancellation_reason: z.enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"]).optional(),
  expand,
});

export function cancelIntent(
  desk: Desk,
  id: string,
  reason: Stripe.PaymentIntent["cancellation_reason"],
): Stripe.PaymentIntent {
  const intent = found(desk.books.intents, "payment_intent", id, "intent");
  if (!CANCELLABLE.has(intent.status)) throw unexpected(intent, "canceled", [...CANCELLABLE].join(", "));
  Object.assign(intent, {
    status: "canceled",
    canceled_at: seconds(desk.clock.now()),
    cancellation_reason: reason,
    amount_capturable: 0,
    next_action: null,
  });
  desk.tell(desk.books, "payment_intent.canceled", intent);
  return intent;
}

export function unexpected(intent: Stripe.PaymentIntent, verb: string, allowed: string) {
  const message = `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed}.`;
  return invalid(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
}
