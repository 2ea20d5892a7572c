import type { Acknowledgement, PspContext, SavedCard } from "../port";
import { credentialsOf, type Merchant, type WorldpayCredentials } from "./credentials";
import { endpointsOf } from "./endpoints";
import { kindOf, reasonOfFault } from "./faults";
import { idempotencyKeyOf, sendMessage, TIMEOUT_MILLISECONDS, type Answer } from "./gateway";
import { cancelMessage, captureMessage, deleteTokenMessage, refundMessage } from "./modification-message";
import { merchantFor, orderOf } from "./order-codes";
import type { XmlElement } from "./xml";

const NOT_OURS: Acknowledgement = { is: "rejected", reason: "not an order of ours" };
const NO_AMOUNT: Acknowledgement = { is: "rejected", reason: "not an amount" };

/** Takes the money. The answer is a receipt, which proves nothing: a notification tells. Repeating is harmless. */
export async function capture(
  context: PspContext,
  orderCode: string,
  pence: number,
): Promise<Acknowledgement> {
  if (!isPence(pence)) return NO_AMOUNT;
  const body = captureMessage(orderCode, pence, context.now);
  const expected = { receipt: "captureReceived", means: "accepted", mayRepeat: true } as const;
  return modify(context, orderCode, { body, kind: "capture" }, expected);
}

/** Releases an authorisation: nothing more is told of it, so that its receipt must do. */
export async function cancel(context: PspContext, orderCode: string): Promise<Acknowledgement> {
  const body = cancelMessage(orderCode);
  const expected = { receipt: "cancelReceived", means: "done", mayRepeat: true } as const;
  return modify(context, orderCode, { body, kind: "cancel" }, expected);
}

/** Gives money back. Every message that is taken is another refund: this is never sent twice. */
export async function refund(
  context: PspContext,
  orderCode: string,
  refundId: string,
  pence: number,
): Promise<Acknowledgement> {
  if (!isPence(pence)) return NO_AMOUNT;
  const body = refundMessage(orderCode, refundId, pence);
  const expected = { receipt: "refundReceived", means: "accepted", mayRepeat: false } as const;
  return modify(context, orderCode, { body, kind: "refund" }, expected);
}

/** Forgets a saved card. Gone already is as good as deleted. */
export async function deleteSavedCard(context: PspContext, token: SavedCard): Promise<Acknowledgement> {
  const { paymentTokenId, authenticatedShopperId } = token;
  if (paymentTokenId === undefined || authenticatedShopperId === undefined)
    return { is: "rejected", reason: "not a card of ours" };
  const credentials = credentialsOf(context);
  const answer = await send(context, credentials, credentials.recurringCustomerInitiated, {
    body: deleteTokenMessage(paymentTokenId, authenticatedShopperId),
    kind: "deleteToken",
  });
  const isGone = answer.is === "reply" && answer.reply.is === "fault" && kindOf(answer.reply) === "noToken";
  const expected = { receipt: "deleteTokenReceived", means: "done", mayRepeat: true } as const;
  return isGone ? { is: "done" } : acknowledge(answer, paymentTokenId, expected);
}

interface Modification {
  readonly body: XmlElement;
  readonly kind: keyof typeof TIMEOUT_MILLISECONDS;
}

interface Expected {
  readonly receipt: string;
  readonly means: "done" | "accepted";
  /** What may be sent again can wait for that; what may not has failed if it never left. */
  readonly mayRepeat: boolean;
}

/** The order goes by the merchant code that made it, which its own code tells. */
async function modify(
  context: PspContext,
  orderCode: string,
  modification: Modification,
  expected: Expected,
): Promise<Acknowledgement> {
  const order = orderOf(orderCode);
  if (!order) return NOT_OURS;
  const credentials = credentialsOf(context);
  const answer = await send(context, credentials, merchantFor(order.purpose, credentials), modification);
  return acknowledge(answer, orderCode, expected);
}

function send(
  context: PspContext,
  credentials: WorldpayCredentials,
  merchant: Merchant,
  { body, kind }: Modification,
): Promise<Answer> {
  const hasKey = credentials.settings.idempotencyHeader && (kind === "capture" || kind === "refund");
  return sendMessage({
    url: endpointsOf(credentials, context.live).gateway,
    merchant,
    body,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS[kind],
    idempotencyKey: hasKey ? idempotencyKeyOf(context) : undefined,
  });
}

/** What an answer proves: a receipt, that it will be seen to; an error, as a rule, that nothing was done. */
export function acknowledge(
  answer: Answer,
  about: string,
  { receipt, means, mayRepeat }: Expected,
): Acknowledgement {
  switch (answer.is) {
    case "unknown":
      return answer;
    case "notSent":
      return mayRepeat ? { is: "unknown", cause: answer.cause } : { is: "rejected", reason: answer.cause };
    case "turnedAway":
      return { is: "rejected", reason: `http_${answer.status}` };
    case "reply": {
      const { reply } = answer;
      if (reply.is === "receipt" && reply.of === receipt && reply.about === about) return { is: means };
      if (reply.is !== "fault") return { is: "unknown", cause: "an unexpected answer" };
      const reason = reasonOfFault(reply);
      const isOpen = kindOf(reply) === "open" || kindOf(reply) === "notReady";
      return isOpen ? { is: "unknown", cause: reason } : { is: "rejected", reason };
    }
  }
}

function isPence(pence: number): boolean {
  return Number.isSafeInteger(pence) && pence > 0;
}
