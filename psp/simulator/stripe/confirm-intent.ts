import type { Stripe } from "stripe";
import { z } from "zod";
import { found, idOf, type Desk, type StoredMethod } from "./books";
import type { CardFate } from "./cards";
import { createCharge, type ChargeFacts } from "./charges";
import { expand, flag } from "./form";
import { cancelIntent, cardOptions, unexpected } from "./payment-intents";
import { invalid, Refusal } from "./refusal";

export const ConfirmIntent = z.strictObject({
  payment_method: z.string().optional(),
  return_url: z.url().optional(),
  off_session: flag.default(false),
  error_on_requires_action: flag.default(false),
  payment_method_options: cardOptions,
  expand,
});

const AUTHORISATION_LASTS = 7 * 86_400_000;

/** The card is put to its bank, by way of the bank's page where that is asked for. */
export function confirmIntent(
  desk: Desk,
  id: string,
  params: z.output<typeof ConfirmIntent>,
): Stripe.PaymentIntent {
  const intent = found(desk.books.intents, "payment_intent", id, "intent");
  if (intent.status !== "requires_payment_method" && intent.status !== "requires_confirmation")
    throw unexpected(intent, "confirmed", "requires_payment_method, requires_confirmation");
  const stored = methodFor(desk, intent, params.payment_method);
  const moto = params.payment_method_options?.card.moto === "true";
  stored.used = true;
  Object.assign(intent, { payment_method: stored.method.id, last_payment_error: null, latest_charge: null });

  const { threeDs, later } = stored.kind.fate;
  if (params.off_session) {
    const asksForPayer = threeDs === "challenge" && later === undefined && stored.method.customer === null;
    return charge(desk, intent, stored, {
      threeDs: null,
      moto: false,
      failure: asksForPayer ? ASKS_FOR_PAYER : said(later),
    });
  }
  if (threeDs === undefined || moto)
    return charge(desk, intent, stored, { threeDs: null, moto, failure: said(stored.kind.fate.decline) });
  if (threeDs === "frictionless")
    return charge(desk, intent, stored, { threeDs, moto, failure: said(stored.kind.fate.decline) });
  if (threeDs === "broken") return failAuthentication(desk, intent);
  const { return_url: returnUrl } = params;
  if (params.error_on_requires_action || returnUrl === undefined)
    return fail(desk, intent, ASKS_FOR_PAYER, null);
  intent.status = "requires_action";
  intent.next_action = {
    type: "redirect_to_url",
    redirect_to_url: { return_url: returnUrl, url: `${desk.url}/3ds/${intent.id}` },
  };
  desk.tell(desk.books, "payment_intent.requires_action", intent);
  return intent;
}

/** The payer has answered on the bank's page, for the first time. */
export function answerChallenge(desk: Desk, intent: Stripe.PaymentIntent, answer: "pass" | "fail"): void {
  if (intent.status !== "requires_action") return;
  const stored = found(desk.books.methods, "PaymentMethod", idOf(intent.payment_method));
  intent.next_action = null;
  try {
    if (answer === "fail" || stored.kind.fate.threeDs === "impassable") failAuthentication(desk, intent);
    else
      charge(desk, intent, stored, {
        threeDs: "challenge",
        moto: false,
        failure: said(stored.kind.fate.decline),
      });
  } catch (error) {
    // The payer's browser is told nothing of it: the refusal is the intent's.
    if (!(error instanceof Refusal)) throw error;
  }
}

function methodFor({ books }: Desk, intent: Stripe.PaymentIntent, id: string | undefined): StoredMethod {
  const stored = found(books.methods, "PaymentMethod", id ?? idOf(intent.payment_method), "payment_method");
  const { customer } = stored.method;
  if (stored.detached || (stored.used && customer === null))
    throw invalid(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.",
      { param: "payment_method" },
    );
  if (customer !== null && customer !== intent.customer)
    throw invalid("The provided PaymentMethod belongs to another Customer.", { param: "payment_method" });
  return stored;
}

function charge(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  stored: StoredMethod,
  facts: ChargeFacts,
): Stripe.PaymentIntent {
  const made = createCharge(desk, intent, stored, facts);
  intent.latest_charge = made.id;
  if (facts.failure) return fail(desk, intent, facts.failure, made.id);
  Object.assign(intent, { status: "requires_capture", amount_capturable: intent.amount });
  if (intent.setup_future_usage === "off_session" && intent.customer !== null)
    stored.method.customer = idOf(intent.customer);
  desk.tell(desk.books, "payment_intent.amount_capturable_updated", intent);
  desk.after(AUTHORISATION_LASTS, { do: "lapse", id: intent.id });
  return intent;
}

/** Nobody has asked for the money in time. */
export function lapse(desk: Desk, id: string): void {
  const intent = found(desk.books.intents, "payment_intent", id);
  if (intent.status === "requires_capture") cancelIntent(desk, id, "automatic");
}

function failAuthentication(desk: Desk, intent: Stripe.PaymentIntent): never {
  const code = "payment_intent_authentication_failure";
  const message = "The provided PaymentMethod has failed authentication.";
  return fail(desk, intent, { code, message }, null);
}

type Failure = NonNullable<ChargeFacts["failure"]>;

const ASKS_FOR_PAYER: Failure = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

function fail(desk: Desk, intent: Stripe.PaymentIntent, failure: Failure, chargeId: string | null): never {
  const { code, decline_code, message } = failure;
  const error = {
    type: "card_error" as const,
    code,
    message,
    ...(decline_code !== undefined && { decline_code }),
    ...(chargeId !== null && { charge: chargeId }),
  };
  Object.assign(intent, {
    status: "requires_payment_method",
    last_payment_error: error,
    payment_method: null,
  });
  desk.tell(desk.books, "payment_intent.payment_failed", intent);
  throw new Refusal(402, { ...error, payment_intent: structuredClone(intent) });
}

function said(decline: CardFate["decline"]): ChargeFacts["failure"] {
  return decline ? { ...decline, message: "Your card was declined." } : null;
}
