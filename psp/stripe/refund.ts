import type { Stripe } from "stripe";
import type { Acknowledgement, PspContext, RefundSnapshot } from "../port";
import { ask, askUnderKey, type Asked } from "./ask";
import { openAccount, type StripeAccount } from "./open-account";

/**
 * Gives money back. A refund that Stripe has already is told and not made again: it forgets keys after a day. The key
 * is the refund's own, so that two askings at once are one.
 */
export async function refund(
  context: PspContext,
  providerId: string,
  refundId: string,
  pence: number,
): Promise<Acknowledgement> {
  const account = openAccount(context);
  if ("unusable" in account) return { is: "unknown", cause: account.unusable };
  const intent = await ask(() => account.stripe.paymentIntents.retrieve(providerId));
  if ("failure" in intent) return refusedOrUnknown(intent.failure);
  const before = await findRefund(account, providerId, refundId);
  if ("failure" in before) return refusedOrUnknown(before.failure);
  if (before.value) return acknowledge(before.value);

  const metadata = { refund_id: refundId, payment_id: intent.value.metadata["payment_id"] ?? "" };
  const made = await askUnderKey(
    `refund/${refundId}`,
    (idempotencyKey) =>
      account.stripe.refunds.create(
        { payment_intent: providerId, amount: pence, metadata },
        { idempotencyKey },
      ),
    async () => {
      const found = await findRefund(account, providerId, refundId);
      return "value" in found && found.value === null;
    },
  );
  if ("value" in made) return acknowledge(made.value);
  const after = await findRefund(account, providerId, refundId);
  if ("value" in after && after.value) return acknowledge(after.value);
  return refusedOrUnknown(made.failure);
}

/** What became of a refund whose answer was lost. */
export async function queryRefund(
  context: PspContext,
  providerId: string,
  refundId: string,
): Promise<RefundSnapshot> {
  const account = openAccount(context);
  if ("unusable" in account) return "unknown";
  const found = await findRefund(account, providerId, refundId);
  if ("failure" in found) return found.failure.is === "missing" ? "missing" : "unknown";
  return found.value ? stateOfRefund(found.value.status) : "missing";
}

export function stateOfRefund(status: string | null): "succeeded" | "failed" | "pending" {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

async function findRefund(
  { stripe }: StripeAccount,
  providerId: string,
  refundId: string,
): Promise<Asked<Stripe.Refund | null>> {
  return ask(async () => {
    for await (const refund of stripe.refunds.list({ payment_intent: providerId, limit: 100 })) {
      if (refund.metadata?.["refund_id"] === refundId) return refund;
    }
    return null;
  });
}

function acknowledge({ status, failure_reason: reason }: Stripe.Refund): Acknowledgement {
  const state = stateOfRefund(status);
  if (state === "failed") return { is: "rejected", reason: reason ?? status ?? "failed" };
  return { is: state === "succeeded" ? "done" : "accepted" };
}

function refusedOrUnknown({ is, code }: { is: string; code: string }): Acknowledgement {
  const isRefused = is === "invalid" || is === "missing" || is === "declined";
  return isRefused ? { is: "rejected", reason: code } : { is: "unknown", cause: code };
}
