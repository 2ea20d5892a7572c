import { z } from "zod";
import { DateTime } from "./resource-parts";

/** What webhooks can tell of (contract section 5), each with the resource that it shows and when it comes. */
export const WEBHOOK_EVENTS = {
  card_payment_started: { of: "payment", when: "The payer has opened the payment page." },
  card_payment_succeeded: {
    of: "payment",
    when: "The payment has succeeded. With delayed capture that is when you capture it.",
  },
  card_payment_captured: { of: "payment", when: "The bank has been asked for the money, and will pay it." },
  card_payment_settled: { of: "payment", when: "The money is on its way to your bank account." },
  card_payment_refunded: { of: "payment", when: "A refund of the payment has succeeded." },
  card_payment_failed: {
    of: "payment",
    when: "The payment was declined or cancelled, or went wrong: its state says which.",
  },
  card_payment_expired: { of: "payment", when: "The payment ran out of time." },
  agreement_activated: { of: "agreement", when: "A card has been saved: payments can be taken with it." },
  agreement_inactivated: { of: "agreement", when: "The saved card will not be accepted any more." },
  agreement_cancelled: { of: "agreement", when: "You have cancelled the agreement." },
  dispute_created: { of: "dispute", when: "The payer's bank has disputed the payment." },
  dispute_under_review: { of: "dispute", when: "The evidence has been handed in." },
  dispute_won: { of: "dispute", when: "The bank has decided for you." },
  dispute_lost: { of: "dispute", when: "The bank has decided for the payer." },
} as const satisfies Record<string, { of: "payment" | "agreement" | "dispute"; when: string }>;

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
/** The events that show one kind of resource. */
export type EventOf<Resource> = {
  [Event in WebhookEvent]: (typeof WEBHOOK_EVENTS)[Event]["of"] extends Resource ? Event : never;
}[WebhookEvent];
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent];

/** What a receiver is sent when staff try out a webhook; nobody subscribes to it. */
export const WEBHOOK_TEST = "webhook_test";

/** What a receiver is sent. `resource` is as the API showed it at that moment, without `_links`. */
export const WebhookMessage = z.object({
  webhook_message_id: z.string(),
  api_version: z.literal(1),
  created_date: DateTime,
  event_type: z.enum([...WEBHOOK_EVENT_NAMES, WEBHOOK_TEST]),
  resource_type: z.enum(["payment", "agreement", "dispute", "webhook"]),
  resource_id: z.string(),
  resource: z.record(z.string(), z.unknown()),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** What staff give to set up a webhook. Which addresses are allowed depends on the account. */
export const WebhookSettings = z.object({
  callbackUrl: z.string().min(1).max(2048),
  description: z.string().trim().min(1).max(255),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).min(1),
});
export type WebhookSettings = z.infer<typeof WebhookSettings>;
