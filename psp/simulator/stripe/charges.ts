import type { Stripe } from "stripe";
import { found, idOf, newId, seconds, type Desk, type StoredMethod } from "./books";
import { openDispute } from "./disputes";
import { feeOf } from "./fees";
import { enter } from "./transactions";

export interface ChargeFacts {
  threeDs: "challenge" | "frictionless" | null;
  moto: boolean;
  /** What the bank said, when it said no. */
  failure: { code: string; decline_code?: string; message: string; blocked?: true } | null;
}

/** The bank is asked: an authorisation, or its refusal. */
export function createCharge(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  { method, kind }: StoredMethod,
  { threeDs, moto, failure }: ChargeFacts,
): Stripe.Charge {
  const { card } = method;
  const charge: Stripe.Charge = {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: false,
    created: seconds(desk.clock.now()),
    currency: "gbp",
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: intent.on_behalf_of,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: failure ? "05" : null,
      network_status: failure
        ? failure.blocked
          ? "not_sent_to_network"
          : "declined_by_network"
        : "approved_by_network",
      reason: failure?.decline_code ?? failure?.code ?? null,
      risk_level: failure?.blocked ? "highest" : "normal",
      seller_message: failure ? failure.message : "Payment complete.",
      type: failure ? (failure.blocked ? "blocked" : "issuer_declined") : "authorized",
    },
    paid: failure === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: "card",
      card: {
        amount_authorized: failure ? null : intent.amount,
        authorization_code: failure ? null : "123456",
        brand: kind.brand,
        checks: card?.checks ?? null,
        country: kind.country,
        electronic_commerce_indicator: null,
        exp_month: card?.exp_month ?? 12,
        exp_year: card?.exp_year ?? 2099,
        funding: kind.funding,
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        moto,
        network: kind.brand,
        network_transaction_id: null,
        regulated_status: "unregulated",
        three_d_secure: threeDs === null ? null : threeDSecure(threeDs),
        transaction_link_id: null,
        wallet: null,
      },
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
  desk.books.charges.set(charge.id, charge);
  desk.tell(desk.books, failure ? "charge.failed" : "charge.succeeded", charge);
  return charge;
}

function threeDSecure(
  flow: "challenge" | "frictionless",
): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: flow,
    electronic_commerce_indicator: "05",
    exemption_indicator: null,
    result: "authenticated",
    result_reason: null,
    transaction_id: newId("tds").slice(4),
    version: "2.2.0",
  };
}

/** The bank is told to pay; a card whose holder disputes does so at once. */
export function capture(desk: Desk, intent: Stripe.PaymentIntent, amount: number): void {
  const { books } = desk;
  const charge = found(books.charges, "charge", idOf(intent.latest_charge));
  const { kind } = found(books.methods, "PaymentMethod", charge.payment_method ?? "");
  const transaction = enter(desk, books, {
    type: "charge",
    category: "charge",
    source: charge.id,
    amount,
    fee: feeOf(amount, kind),
    availableAtOnce: kind.fate.availableAtOnce ?? false,
  });
  Object.assign(charge, { captured: true, amount_captured: amount, balance_transaction: transaction.id });
  desk.tell(books, "charge.captured", charge, { captured: false, balance_transaction: null });
  if (kind.fate.dispute) openDispute(desk, charge, kind.fate.dispute);
}
