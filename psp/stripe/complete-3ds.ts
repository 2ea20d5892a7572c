import type { AuthoriseOutcome, PaymentAtPsp, PspContext } from "../port";
import { ask } from "./ask";
import { outcomeOf } from "./map-outcome";
import { openAccount } from "./open-account";
import { EXPANDED } from "./read-intent";

/** The payer is back: Stripe knows how it went, and nothing that the browser brings is asked. */
export async function complete3ds(
  context: PspContext,
  { providerId }: PaymentAtPsp & { providerId: string },
): Promise<AuthoriseOutcome> {
  const account = openAccount(context);
  if ("unusable" in account) return { is: "unknown", cause: account.unusable };
  const intent = await ask(() => account.stripe.paymentIntents.retrieve(providerId, { expand: EXPANDED }));
  if ("failure" in intent) return { is: "unknown", cause: intent.failure.code };
  const outcome = outcomeOf(intent.value);
  // Whoever comes back was sent to the bank's page, also where Stripe no longer says so.
  return outcome.is === "authorised" || outcome.is === "refused"
    ? { ...outcome, threeDs: { required: true } }
    : outcome;
}
