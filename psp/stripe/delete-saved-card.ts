import type { Acknowledgement, PspContext, SavedCard } from "../port";
import { ask } from "./ask";
import { openAccount } from "./open-account";

/** Forgets a saved card. Gone already, or never there, is as good as deleted. */
export async function deleteSavedCard(
  context: PspContext,
  { paymentMethodId }: SavedCard,
): Promise<Acknowledgement> {
  if (paymentMethodId === undefined) return { is: "done" };
  const account = openAccount(context);
  if ("unusable" in account) return { is: "unknown", cause: account.unusable };
  const { paymentMethods } = account.stripe;
  const detached = await ask(() =>
    paymentMethods.detach(paymentMethodId, {}, { idempotencyKey: `${context.operationKey}/detach` }),
  );
  if ("value" in detached || detached.failure.is === "missing") return { is: "done" };
  const seen = await ask(() => paymentMethods.retrieve(paymentMethodId));
  const isGone = "value" in seen ? seen.value.customer === null : seen.failure.is === "missing";
  if (isGone) return { is: "done" };
  const { is, code } = detached.failure;
  return is === "invalid" ? { is: "rejected", reason: code } : { is: "unknown", cause: code };
}
