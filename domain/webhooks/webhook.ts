import { and, eq } from "drizzle-orm";
import { webhookMessages, webhooks } from "@/db/schema";
import type { Account } from "../caller";

/** A webhook's row; its secrets are sealed. */
export type Webhook = typeof webhooks.$inferSelect;

/** A message's row: due while it waits, delivered, or neither once it has been given up. */
export type StoredMessage = typeof webhookMessages.$inferSelect;

/** A webhook as staff see it: no secret, sealed or not. */
export type WebhookSummary = Omit<Webhook, "secret" | "previousSecret">;

/** The condition that picks one webhook of an account, and none of another's. */
export function isWebhookOf(account: Pick<Account, "serviceId" | "id">, webhookId: string) {
  return and(
    eq(webhooks.serviceId, account.serviceId),
    eq(webhooks.id, webhookId),
    eq(webhooks.accountId, account.id),
  );
}

/** The condition that picks one message. */
export function isMessage({ serviceId, id }: Pick<StoredMessage, "serviceId" | "id">) {
  return and(eq(webhookMessages.serviceId, serviceId), eq(webhookMessages.id, id));
}

export function withoutSecrets(webhook: Webhook): WebhookSummary {
  const summary: Partial<Webhook> & WebhookSummary = { ...webhook };
  delete summary.secret;
  delete summary.previousSecret;
  return summary;
}

/** What the audit names an act on a webhook by. */
export function actOn({ serviceId, id }: Pick<Webhook, "serviceId" | "id">) {
  return { serviceId, on: { type: "webhook", id } };
}

/** What the audit keeps of a webhook. */
export function told({ callbackUrl, description, eventTypes, active, accountId }: WebhookSummary) {
  return { account: accountId, callbackUrl, description, eventTypes, active };
}
