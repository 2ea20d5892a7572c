import { Stripe } from "stripe";
import { z } from "zod";
import type { Frame, NotificationFlaw, OutgoingRequest } from "../protocol";
import { newId, seconds, type Books } from "./books";

/** Where events go; without `account`, those of every account. */
export const Webhook = z.strictObject({
  url: z.url().refine(isLoopback, "nothing may leave this computer"),
  secret: z.string().regex(/^whsec_\w+$/u),
  account: z.string().optional(),
});
export type Webhook = z.output<typeof Webhook>;

const TOO_OLD_SECONDS = 600;

/** Tells an account's listeners that something of its own has changed. */
export function tellEvent(
  frame: Frame,
  books: Books,
  webhooks: readonly Webhook[],
  type: string,
  object: object,
  previous?: Record<string, unknown>,
): void {
  const id = newId("evt");
  const event = {
    id,
    object: "event",
    ...(books.isConnected && { account: books.account }),
    api_version: Stripe.API_VERSION,
    created: seconds(frame.clock.now()),
    data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: webhooks.length,
    request: { id: null, idempotency_key: null },
    type,
  };
  books.events.set(id, event);
  const ref = paymentOf(object);
  frame.notify({
    id,
    kind: type,
    ...(ref !== undefined && { ref }),
    content: { account: books.account, event } satisfies EventContent,
  });
}

/** An event on its way, and whose it is. */
interface EventContent {
  readonly account: string;
  readonly event: object;
}

/** What goes out for an event, to whoever listens at the moment. */
export function renderEvent(
  webhooks: readonly Webhook[],
  content: unknown,
  flaw: NotificationFlaw | undefined,
): OutgoingRequest[] {
  const { account, event } = content as EventContent;
  return webhooks
    .filter((webhook) => webhook.account === undefined || webhook.account === account)
    .map((webhook) => signed(webhook, event, flaw));
}

/** Signed at the moment of sending, by this computer's clock: what is simulated is the payment's time, not the line's. */
function signed(
  { url, secret }: Webhook,
  event: object,
  flaw: NotificationFlaw | undefined,
): OutgoingRequest {
  const told = flaw === "unknown-order" ? strange(event) : event;
  const body = JSON.stringify(told);
  const now = seconds(new Date());
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: flaw === "bad-signature" ? "whsec_somebodyelses" : secret,
    timestamp: flaw === "old-timestamp" ? now - TOO_OLD_SECONDS : now,
  });
  return {
    url,
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
    body,
  };
}

/** The same event about a payment that nobody has heard of. */
function strange(event: object): object {
  return JSON.parse(
    JSON.stringify(event)
      .replaceAll(/"(pi|ch)_\w+"/gu, `"$1_unheardof"`)
      .replaceAll(/"(payment_id|refund_id)":"\w+"/gu, `"$1":"unheardof"`),
  ) as object;
}

function paymentOf(object: object): string | undefined {
  const {
    metadata,
    payment_intent: intent,
    id,
  } = object as { metadata?: { payment_id?: string }; payment_intent?: unknown; id?: string };
  if (metadata?.payment_id !== undefined) return metadata.payment_id;
  return typeof intent === "string" ? intent : id;
}

function isLoopback(url: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);
}
