import type { Acknowledgement, PspContext, SavedCard } from "../port";
import { ask, askUnderKey } from "./ask";
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
  const isGone = async () => {
    const seen = await ask(() => paymentMethods.retrieve(paymentMethodId));
    return "value" in seen ? seen.value.customer === null : seen.failure.is === "missing";
  };
  const detached = await askUnderKey(
    `${context.operationKey}/detach`,
    (idempotencyKey) => paymentMethods.detach(paymentMethodId, {}, { idempotencyKey }),
    async () => !(await isGone()),
  );
  if ("value" in detached || detached.failure.is === "missing" || (await isGone())) return { is: "done" };
  const { is, code } = detached.failure;
  return is === "invalid" ? { is: "rejected", reason: code } : { is: "unknown", cause: code };
}
