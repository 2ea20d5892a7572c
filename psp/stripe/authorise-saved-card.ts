import { canRetry } from "../decline-reasons";
import type { AuthoriseOutcome, PspContext, RecurringCommand, SavedCard } from "../port";
import { ask, askUnderKey } from "./ask";
import { whyUnconfirmed } from "./authorise";
import { outcomeOf } from "./map-outcome";
import { openAccount, type StripeAccount } from "./open-account";
import { prepare } from "./prepare";
import { EXPANDED, idOf, isUntried } from "./read-intent";
import { MILLISECONDS } from "./timings";

/**
 * Charges a saved card with nobody present. What has been decided already is told and not asked again: Stripe forgets
 * keys after a day, and would then try the card a second time.
 */
export async function authoriseSavedCard(
  context: PspContext,
  command: RecurringCommand,
): Promise<AuthoriseOutcome> {
  const account = openAccount(context);
  if ("unusable" in account) return { is: "error", reason: account.unusable };
  const { customerId, paymentMethodId } = command.token;
  if (customerId === undefined || paymentMethodId === undefined)
    return noSuchCard(command.providerId ?? undefined);
  const opened = command.providerId === null ? await prepare(context, command) : null;
  if (opened && opened.is !== "prepared") return opened;
  const providerId = opened?.providerId ?? command.providerId ?? "";

  const look = () => ask(() => account.stripe.paymentIntents.retrieve(providerId, { expand: EXPANDED }));
  const before = await look();
  if ("failure" in before) return { is: "unknown", cause: before.failure.code };
  if (!isUntried(before.value)) return askedNobody(outcomeOf(before.value));
  const confirmed = await askUnderKey(
    `${context.operationKey}/confirm`,
    (idempotencyKey) =>
      account.stripe.paymentIntents.confirm(
        providerId,
        { payment_method: paymentMethodId, off_session: true, expand: EXPANDED },
        { idempotencyKey, timeout: MILLISECONDS.confirmTimeout },
      ),
    async () => {
      const seen = await look();
      return "value" in seen && isUntried(seen.value);
    },
  );
  if ("value" in confirmed) return askedNobody(outcomeOf(confirmed.value));
  const { failure } = confirmed;
  const isRefused = failure.is === "invalid" || failure.is === "missing";
  if (isRefused && (await isGone(account, { customerId, paymentMethodId }))) return noSuchCard(providerId);
  return askedNobody(await whyUnconfirmed(account, failure, providerId));
}

/** A bank that wants to see the payer gets no money out of one who is not there. */
function askedNobody(outcome: AuthoriseOutcome): AuthoriseOutcome {
  if (outcome.is !== "challenge") return outcome;
  const reason = "authentication_required";
  return { is: "refused", providerId: outcome.providerId, reason, canRetry: canRetry(reason) };
}

/** Whether the card is no longer the customer's: then its holder allows no more payments. */
async function isGone(
  { stripe }: StripeAccount,
  { customerId, paymentMethodId }: SavedCard & { paymentMethodId: string },
) {
  const method = await ask(() => stripe.paymentMethods.retrieve(paymentMethodId));
  if ("failure" in method) return method.failure.is === "missing";
  return idOf(method.value.customer) !== customerId;
}

function noSuchCard(providerId: string | undefined): AuthoriseOutcome {
  const reason = "revocation_of_authorisation";
  return {
    is: "refused",
    ...(providerId !== undefined && { providerId }),
    reason,
    canRetry: canRetry(reason),
  };
}
