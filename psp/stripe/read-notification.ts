import { Stripe } from "stripe";
import type { PspCredentials, PspRequest, ReadNotification } from "../port";
import { isLiveKey, type StripeCredentials } from "./credentials";
import { disputeEvent } from "./dispute-event";
import { ignored, type EventContent } from "./event-content";
import { readAccount } from "./open-account";
import { dayOf, idOf } from "./read-intent";
import { stateOfRefund } from "./refund";

const TOLERANCE_SECONDS = 300;

/** Reads what Stripe tells, once its signature is found to be right under one of the account's secrets. */
export function readNotification(
  credentials: PspCredentials,
  request: PspRequest,
  now: Date,
): ReadNotification {
  const account = readAccount(credentials);
  if ("unusable" in account) return { is: "forged", why: account.unusable };
  const signature = request.header("stripe-signature");
  if (signature === null) return { is: "forged", why: "no signature" };
  for (const secret of account.credentials.webhookSecrets) {
    const event = verified(request.body, signature, secret, now);
    if (event) {
      const told = { dedupeKey: event.id, happenedAt: new Date(event.created * 1000) };
      return { is: "events", events: [{ ...told, ...contentOf(event, account.credentials) }] };
    }
  }
  return { is: "forged", why: "no secret of the account's fits its signature" };
}

function verified(body: string, signature: string, secret: string, now: Date): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch {
    // A wrong secret, an old signature, or no event at all: not to be believed in either case.
    return undefined;
  }
}

/** Hints: whoever acts on a payment asks for it anew. */
function contentOf(event: Stripe.Event, credentials: StripeCredentials): EventContent {
  if (event.livemode !== isLiveKey(credentials.secretKey)) return ignored("of the other kind of key");
  const isPayout = event.type.startsWith("payout.");
  // A platform's own events have no account; those of an account under it name it.
  const expected = credentials.mode === "connect" && isPayout ? credentials.accountId : undefined;
  if (event.account !== expected) return ignored("of another account");

  switch (event.type) {
    case "payment_intent.amount_capturable_updated":
    case "payment_intent.canceled":
    case "payment_intent.payment_failed":
    case "payment_intent.requires_action":
    case "payment_intent.succeeded":
      return (
        ofService(event.data.object, credentials) ?? paymentEvent(event.data.object, event.data.object.id)
      );
    case "charge.captured":
    case "charge.updated":
      return (
        ofService(event.data.object, credentials) ??
        paymentEvent(event.data.object, idOf(event.data.object.payment_intent))
      );
    case "charge.refund.updated":
    case "refund.created":
    case "refund.failed":
    case "refund.updated":
      return refundEvent(event.data.object);
    case "charge.dispute.closed":
    case "charge.dispute.created":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.updated":
      return disputeEvent(event.data.object);
    case "payout.canceled":
    case "payout.created":
    case "payout.failed":
    case "payout.paid":
    case "payout.reconciliation_completed":
    case "payout.updated":
      return payoutEvent(event.data.object);
    default:
      return ignored(event.type);
  }
}

/** A platform takes payments for many services, and tells of all of them at one address. */
function ofService(
  { on_behalf_of: service }: Stripe.PaymentIntent | Stripe.Charge,
  credentials: StripeCredentials,
): EventContent | undefined {
  const isOurs = credentials.mode === "direct" || idOf(service) === credentials.accountId;
  return isOurs ? undefined : ignored("of another service");
}

function paymentEvent(
  { metadata }: { metadata: Stripe.Metadata },
  providerId: string | undefined,
): EventContent {
  const paymentId = metadata["payment_id"];
  if (paymentId === undefined) return ignored("no payment of ours");
  return { type: "payment", paymentId, ...(providerId !== undefined && { providerId }) };
}

function refundEvent(refund: Stripe.Refund): EventContent {
  const refundId = refund.metadata?.["refund_id"];
  const paymentId = refund.metadata?.["payment_id"];
  const providerId = idOf(refund.payment_intent);
  if (refundId === undefined) return ignored("no refund of ours");
  return {
    type: "refund",
    refundId,
    ...(paymentId !== undefined && { paymentId }),
    ...(providerId !== undefined && { providerId }),
    state: stateOfRefund(refund.status),
    ...(refund.failure_reason !== undefined && { reason: refund.failure_reason }),
  };
}

const PAYOUT_STATUS = {
  pending: "pending",
  in_transit: "inTransit",
  paid: "paid",
  failed: "failed",
  canceled: "cancelled",
} as const;

function payoutEvent(payout: Stripe.Payout): EventContent {
  const status = Object.entries(PAYOUT_STATUS).find(([name]) => name === payout.status)?.[1];
  if (status === undefined) return ignored(`payout status ${payout.status}`);
  return {
    type: "payout",
    payoutProviderId: payout.id,
    status,
    amount: payout.amount,
    arrivesOn: dayOf(payout.arrival_date),
    reconcilable: payout.reconciliation_status === "completed",
  };
}
