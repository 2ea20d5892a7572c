import type { Stripe } from "stripe";
import type { AuthoriseCommand, AuthoriseOutcome, PspCard, PspContext } from "../port";
import { ask, askUnderKey, isHarmless } from "./ask";
import { declined } from "./decline";
import type { Failure } from "./failure";
import { findOutcome } from "./find-outcome";
import { outcomeOf } from "./map-outcome";
import { openAccount, type StripeAccount } from "./open-account";
import { prepare } from "./prepare";
import { EXPANDED } from "./read-intent";
import { MILLISECONDS } from "./timings";

/** Puts the card to its bank under the id that `prepare` gave. The card is sent once, and nothing keeps it. */
export async function authorise(context: PspContext, command: AuthoriseCommand): Promise<AuthoriseOutcome> {
  const account = openAccount(context);
  if ("unusable" in account) return { is: "error", reason: account.unusable };
  const providerId = command.providerId ?? (await prepared(context, command));
  if (typeof providerId !== "string") return providerId;

  const method = await createMethod(account, context, command.card);
  if ("failure" in method) return withoutCard(method.failure, providerId);
  const confirmed = await ask(() =>
    account.stripe.paymentIntents.confirm(
      providerId,
      { payment_method: method.value.id, ...presenceOf(command), expand: EXPANDED },
      { idempotencyKey: `${context.operationKey}/confirm`, timeout: MILLISECONDS.confirmTimeout },
    ),
  );
  if ("value" in confirmed) return outcomeOf(confirmed.value);
  return whyUnconfirmed(account, confirmed.failure, providerId);
}

async function prepared(context: PspContext, command: AuthoriseCommand): Promise<string | AuthoriseOutcome> {
  const answer = await prepare(context, command);
  return answer.is === "prepared" ? answer.providerId : answer;
}

async function createMethod({ stripe }: StripeAccount, context: PspContext, card: PspCard) {
  const create = (idempotencyKey: string) =>
    stripe.paymentMethods.create(
      {
        type: "card",
        card: {
          number: card.number.reveal(),
          exp_month: card.expiryMonth,
          exp_year: card.expiryYear,
          cvc: card.securityCode.reveal(),
        },
        billing_details: billingOf(card),
      },
      { idempotencyKey },
    );
  const askForIt = () => askUnderKey(`${context.operationKey}/card`, create, isHarmless);
  const created = await askForIt();
  // A lost answer is simply asked for again: nobody else holds the card that it was about.
  return "failure" in created && created.failure.is === "lost" ? askForIt() : created;
}

function billingOf({
  cardholderName,
  billingAddress: address,
}: PspCard): Stripe.PaymentMethodCreateParams.BillingDetails {
  if (address === null) return { name: cardholderName };
  const { line1, line2, city, postcode, country } = address;
  return {
    name: cardholderName,
    address: { line1, ...(line2 !== undefined && { line2 }), city, postal_code: postcode, country },
  };
}

/** With a payer there is a way to the bank's page and back; without one it is an order by telephone. */
function presenceOf({ moto, threeDsReturnUrl }: AuthoriseCommand): Stripe.PaymentIntentConfirmParams {
  if (moto || threeDsReturnUrl === null) return { payment_method_options: { card: { moto: true } } };
  return { return_url: threeDsReturnUrl };
}

/** The card was not stored, so no bank has seen it. */
function withoutCard(failure: Failure, providerId: string): AuthoriseOutcome {
  return failure.is === "declined"
    ? { ...declined(failure), providerId }
    : { is: "error", providerId, reason: failure.code };
}

/** A confirmation gave no intent. What was refused outright is told; all else is read from the intent itself. */
export async function whyUnconfirmed(
  account: StripeAccount,
  failure: Failure,
  providerId: string,
): Promise<AuthoriseOutcome> {
  if (failure.is === "declined") return { ...declined(failure), providerId };
  const found = await findOutcome(account, providerId);
  if (found.is !== "unknown") return found;
  const isRefused = failure.is === "invalid" || failure.is === "missing" || failure.is === "barred";
  return isRefused
    ? { is: "error", providerId, reason: failure.code }
    : { is: "unknown", cause: failure.code };
}
