import type { PaymentAtPsp, PspContext, Snapshot } from "../port";
import { ask } from "./ask";
import { snapshotOf } from "./map-outcome";
import { openAccount } from "./open-account";
import { EXPANDED } from "./read-intent";

/**
 * What Stripe knows of a payment, at once and by its own id. That is stored before the card is sent, so a payment that
 * has none has met no bank.
 */
export async function query(context: PspContext, { paymentId, providerId }: PaymentAtPsp): Promise<Snapshot> {
  if (providerId === null) return { state: "missing" };
  const account = openAccount(context);
  if ("unusable" in account) return { state: "unknown" };
  const intent = await ask(() => account.stripe.paymentIntents.retrieve(providerId, { expand: EXPANDED }));
  if ("failure" in intent) return { state: intent.failure.is === "missing" ? "missing" : "unknown" };
  return intent.value.metadata["payment_id"] === paymentId ? snapshotOf(intent.value) : { state: "missing" };
}
