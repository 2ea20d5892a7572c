import { and, asc, desc, eq, lt } from "drizzle-orm";
import { database } from "@/db/client";
import { webhookAttempts, webhookMessages, webhooks } from "@/db/schema";
import type { Account } from "../caller";
import { isId } from "../new-id";
import {
  isMessage,
  isWebhookOf,
  withoutSecrets,
  type StoredMessage,
  type Webhook,
  type WebhookSummary,
} from "./webhook";

/** An account's webhooks, oldest first. */
export async function listWebhooks(account: Account): Promise<WebhookSummary[]> {
  const rows = await database()
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.serviceId, account.serviceId), eq(webhooks.accountId, account.id)))
    .orderBy(asc(webhooks.id));
  return rows.map(withoutSecrets);
}

/** An account's webhook with its sealed secrets; undefined for an id that is malformed, unknown or another's (D4). */
export async function findWebhook(account: Account, webhookId: string): Promise<Webhook | undefined> {
  if (!isId(webhookId)) return undefined;
  const [webhook] = await database().select().from(webhooks).where(isWebhookOf(account, webhookId));
  return webhook;
}

/**
 * A webhook's messages, newest first, fifty at a time.
 *
 * @param before the last message of the page before.
 */
export async function listMessages(webhook: WebhookSummary, before?: string): Promise<StoredMessage[]> {
  return database()
    .select()
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.serviceId, webhook.serviceId),
        eq(webhookMessages.webhookId, webhook.id),
        before === undefined ? undefined : lt(webhookMessages.id, before),
      ),
    )
    .orderBy(desc(webhookMessages.id))
    .limit(50);
}

/** One of a webhook's messages; undefined for an id that is malformed, unknown or another's. */
export async function findMessage(
  webhook: WebhookSummary,
  messageId: string,
): Promise<StoredMessage | undefined> {
  if (!isId(messageId)) return undefined;
  const [message] = await database()
    .select()
    .from(webhookMessages)
    .where(
      and(
        isMessage({ serviceId: webhook.serviceId, id: messageId }),
        eq(webhookMessages.webhookId, webhook.id),
      ),
    );
  return message;
}

/** Every try to deliver a message, in order. */
export async function listAttempts(message: Pick<StoredMessage, "serviceId" | "id">) {
  return database()
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.serviceId, message.serviceId), eq(webhookAttempts.messageId, message.id)))
    .orderBy(asc(webhookAttempts.number));
}
