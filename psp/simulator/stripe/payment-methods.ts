import type { Stripe } from "stripe";
import { z } from "zod";
import { found, idOf, newId, seconds, type Desk } from "./books";
import { kindOf, passesLuhn } from "./cards";
import { expand, metadata, pence } from "./form";
import { invalid, Refusal } from "./refusal";

const address = z.strictObject({
  line1: z.string().optional(),
  line2: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  country: z.string().length(2).optional(),
  postal_code: z.string().optional(),
});

export const CreateMethod = z.strictObject({
  type: z.literal("card"),
  card: z.strictObject({ number: z.string(), exp_month: pence, exp_year: pence, cvc: z.string().optional() }),
  billing_details: z
    .strictObject({ name: z.string().optional(), email: z.string().optional(), address: address.optional() })
    .default({}),
  metadata,
  expand,
});

export function createMethod(
  desk: Desk,
  { card, billing_details: billing, ...rest }: z.output<typeof CreateMethod>,
) {
  const now = desk.clock.now();
  if (!passesLuhn(card.number)) throw badCard("incorrect_number", "number", "Your card number is incorrect.");
  if (card.exp_month < 1 || card.exp_month > 12)
    throw badCard("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
  if (new Date(Date.UTC(card.exp_year, card.exp_month, 1)) <= now)
    throw badCard("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
  if (card.cvc !== undefined && !/^\d{3,4}$/u.test(card.cvc))
    throw badCard("invalid_cvc", "cvc", "Your card's security code is invalid.");

  const kind = kindOf(card.number);
  const method: Stripe.PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      address: {
        city: billing.address?.city ?? null,
        country: billing.address?.country ?? null,
        line1: billing.address?.line1 ?? null,
        line2: billing.address?.line2 ?? null,
        postal_code: billing.address?.postal_code ?? null,
        state: billing.address?.state ?? null,
      },
      email: billing.email ?? null,
      name: billing.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: kind.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "unchecked" },
      country: kind.country,
      display_brand: kind.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: newId("fp").slice(3, 19),
      funding: kind.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [kind.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(now),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: rest.metadata,
    type: "card",
  };
  desk.books.methods.set(method.id, { method, kind, used: false, detached: false });
  return method;
}

export function detachMethod(desk: Desk, id: string): Stripe.PaymentMethod {
  const { books } = desk;
  const stored = found(books.methods, "PaymentMethod", id, "payment_method");
  if (stored.method.customer === null)
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
    );
  const customer = idOf(stored.method.customer);
  stored.method.customer = null;
  stored.detached = true;
  desk.tell(books, "payment_method.detached", stored.method, { customer });
  return stored.method;
}

function badCard(code: string, param: string, message: string): Refusal {
  return new Refusal(402, { type: "card_error", code, param, message });
}
