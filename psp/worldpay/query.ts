import { canRetry } from "../decline-reasons";
import type { AuthoriseOutcome, PaymentAtPsp, PspContext, Snapshot } from "../port";
import { credentialsOf, type WorldpayCredentials } from "./credentials";
import { endpointsOf } from "./endpoints";
import { kindOf } from "./faults";
import { sendMessage, TIMEOUT_MILLISECONDS, type Answer } from "./gateway";
import { inquiryMessage } from "./modification-message";
import { merchantFor, orderCodeOf, orderOf, possibleOrders, type Order } from "./order-codes";
import { savedCardOf } from "./outcome";
import type { PaymentReply } from "./read-reply";
import { reasonOf } from "./return-codes";

/**
 * Asks about every order that a payment may have made, or about the one that is known. Worldpay's answers lag: what
 * is missing now may still turn up (capability `queryableAfterMilliseconds`).
 */
export async function query(context: PspContext, at: PaymentAtPsp): Promise<Snapshot> {
  const credentials = credentialsOf(context);
  const known = at.providerId === null ? undefined : orderOf(at.providerId);
  if (at.providerId !== null && !known) return { state: "missing" };
  const orders = known ? [known] : possibleOrders(at.paymentId, credentials);
  return mostTelling(await Promise.all(orders.map((order) => ask(context, credentials, order))));
}

/** A lost answer's outcome where the order can already be asked about; otherwise still unknown. */
export async function outcomeByQuery(context: PspContext, at: PaymentAtPsp): Promise<AuthoriseOutcome> {
  const { state, providerId, reason, canRetry: mayRetry, savedCard } = await query(context, at);
  if (providerId !== undefined && state === "authorised")
    return { is: "authorised", providerId, ...(savedCard && { savedCard }) };
  if (providerId !== undefined && state === "refused")
    return { is: "refused", providerId, reason: reason ?? "uncategorised", canRetry: mayRetry ?? true };
  return { is: "unknown", cause: "the order cannot be told about yet" };
}

/** Where several orders of one payment are known, money decides; what cannot be told outweighs what is not there. */
const TELLING: readonly Snapshot["state"][] = [
  "captured",
  "authorised",
  "unknown",
  "challenge",
  "voided",
  "expired",
  "refused",
  "error",
  "missing",
];

function mostTelling(snapshots: Snapshot[]): Snapshot {
  return (
    TELLING.flatMap((state) => snapshots.filter((snapshot) => snapshot.state === state))[0] ?? {
      state: "missing",
    }
  );
}

async function ask(context: PspContext, credentials: WorldpayCredentials, order: Order): Promise<Snapshot> {
  const orderCode = orderCodeOf(order);
  const answer = await sendMessage({
    url: endpointsOf(credentials, context.live).gateway,
    merchant: merchantFor(order.purpose, credentials),
    body: inquiryMessage(orderCode),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS.inquiry,
  });
  return snapshotOf(orderCode, answer);
}

/** What an inquiry's answer says of one order. */
export function snapshotOf(orderCode: string, answer: Answer): Snapshot {
  if (answer.is !== "reply") return { state: "unknown" };
  const { reply } = answer;
  if (reply.is === "fault") return { state: kindOf(reply) === "notFound" ? "missing" : "unknown" };
  if (reply.is !== "payment" || reply.orderCode !== orderCode) return { state: "unknown" };
  const state = STATES.get(reply.lastEvent) ?? "unknown";
  return { state, providerId: orderCode, ...factsOf(state, reply) };
}

/** The order's last event, which is only its latest: a refund after a capture hides the capture. */
const STATES: ReadonlyMap<string, Snapshot["state"]> = new Map([
  ["AUTHORISED", "authorised"],
  ["CAPTURED", "captured"],
  ["SETTLED", "captured"],
  ["SETTLED_BY_MERCHANT", "captured"],
  ["SENT_FOR_REFUND", "captured"],
  ["REFUNDED", "captured"],
  ["REFUNDED_BY_MERCHANT", "captured"],
  ["REFUND_FAILED", "captured"],
  ["CHARGED_BACK", "captured"],
  ["CHARGEBACK_REVERSED", "captured"],
  ["INFORMATION_REQUESTED", "captured"],
  ["INFORMATION_SUPPLIED", "captured"],
  ["REFUSED", "refused"],
  ["REFUSED_BY_BANK", "refused"],
  ["CANCELLED", "voided"],
  ["EXPIRED", "expired"],
  ["CAPTURE_FAILED", "error"],
  ["ERROR", "error"],
  ["null", "error"],
]);

function factsOf(state: Snapshot["state"], reply: PaymentReply): Partial<Snapshot> {
  if (state === "refused") {
    const reason = reasonOf(reply.returnCode);
    return { reason, canRetry: canRetry(reason) };
  }
  if (state !== "authorised" && state !== "captured") return {};
  const savedCard = savedCardOf(reply, reply.token?.authenticatedShopperId);
  return {
    ...(savedCard && { savedCard }),
    ...(state === "captured" && reply.capturedOn !== undefined && { capturedOn: reply.capturedOn }),
  };
}
