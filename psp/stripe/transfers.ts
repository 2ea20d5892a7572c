import type { Stripe } from "stripe";
import type {
  Acknowledgement,
  PassingReason,
  PspContext,
  PspCredentials,
  Transfer,
  TransferReason,
} from "../port";
import { ask, askUnderKey, type Asked } from "./ask";
import type { Failure } from "./failure";
import { openAccount, readAccount } from "./open-account";
import { idOf } from "./read-intent";

/** Why a transfer was made, as payouts are read by. */
export const REASONS = {
  payment: "transfer_payment_amount",
  refund: "transfer_refund_amount",
  refundReversal: "transfer_refund_reversal_amount",
  lostDispute: "transfer_dispute_amount",
  failedPaymentFee: "transfer_fee_amount_for_failed_payment",
} as const;

/** Under a platform the money arrives there: the service's share is passed on. */
export function needsTransfers(credentials: PspCredentials): boolean {
  const account = readAccount(credentials);
  return !("unusable" in account) && account.connected !== null;
}

/** The service's share goes to its account, out of the payment's own money; what came back of a refund likewise. */
export async function transferOut(
  context: PspContext,
  transfer: Transfer,
  reason: PassingReason,
): Promise<Acknowledgement> {
  const account = openAccount(context);
  if ("unusable" in account) return { is: "unknown", cause: account.unusable };
  const { stripe, connected } = account;
  if (connected === null) return { is: "rejected", reason: "no platform" };
  if (reason.is === "refundReversal") {
    const { refundId } = reason;
    return moveOnce(stripe, transfer, undefined, {
      key: `transfer_out/${refundId}`,
      destination: connected,
      metadata: { payment_id: transfer.paymentId, reason: REASONS.refundReversal, refund_id: refundId },
    });
  }
  const intent = await ask(() => stripe.paymentIntents.retrieve(transfer.providerId));
  if ("failure" in intent) return told(intent.failure);
  const charge = idOf(intent.value.latest_charge);
  if (charge === undefined) return { is: "rejected", reason: "nothing was taken" };
  return moveOnce(stripe, transfer, undefined, {
    key: `transfer_out/${transfer.paymentId}`,
    destination: connected,
    source_transaction: charge,
    metadata: { payment_id: transfer.paymentId, reason: REASONS.payment },
  });
}

/** What the platform has paid in the service's place is fetched back from its account. */
export async function transferIn(
  context: PspContext,
  transfer: Transfer,
  reason: TransferReason,
): Promise<Acknowledgement> {
  const account = openAccount(context);
  if ("unusable" in account) return { is: "unknown", cause: account.unusable };
  const { stripe, connected } = account;
  if (connected === null) return { is: "rejected", reason: "no platform" };
  const platform = await ask(() => stripe.accounts.retrieveCurrent());
  if ("failure" in platform) return told(platform.failure);
  const about = {
    ...(reason.is === "refund" && { refund_id: reason.refundId }),
    ...(reason.is === "lostDispute" && { dispute_id: reason.disputeProviderId }),
  };
  return moveOnce(stripe, transfer, connected, {
    key: `transfer_in/${Object.values(about)[0] ?? transfer.paymentId}`,
    destination: platform.value.id,
    metadata: { payment_id: transfer.paymentId, reason: REASONS[reason.is], ...about },
  });
}

interface Move {
  key: string;
  destination: string;
  source_transaction?: string;
  metadata: { payment_id: string; reason: string; refund_id?: string; dispute_id?: string };
}

/** Makes a transfer unless there is one of just that kind: Stripe forgets keys after a day. */
async function moveOnce(
  stripe: Stripe,
  { paymentId, pence }: Transfer,
  stripeAccount: string | undefined,
  { key, ...move }: Move,
): Promise<Acknowledgement> {
  const options = stripeAccount === undefined ? {} : { stripeAccount };
  const find = (): Promise<Asked<boolean>> =>
    ask(async () => {
      for await (const { metadata } of stripe.transfers.list(
        { transfer_group: paymentId, limit: 100 },
        options,
      )) {
        if (Object.entries(move.metadata).every(([name, value]) => metadata[name] === value)) return true;
      }
      return false;
    });
  const before = await find();
  if ("failure" in before) return told(before.failure);
  if (before.value) return { is: "done" };
  const params = { amount: pence, currency: "gbp", transfer_group: paymentId, ...move };
  const made = await askUnderKey(
    key,
    (idempotencyKey) => stripe.transfers.create(params, { ...options, idempotencyKey }),
    async () => {
      const found = await find();
      return "value" in found && !found.value;
    },
  );
  if ("value" in made) return { is: "done" };
  const after = await find();
  return "value" in after && after.value ? { is: "done" } : told(made.failure);
}

function told({ is, code }: Failure): Acknowledgement {
  const isRefused = is === "invalid" || is === "missing";
  return isRefused ? { is: "rejected", reason: code } : { is: "unknown", cause: code };
}
