import { and, eq, isNotNull } from "drizzle-orm";
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from "@/contract/webhook";
import { database } from "@/db/client";
import { webhookMessages, webhooks } from "@/db/schema";
import type { Account } from "../caller";
import { unlessRefused } from "../payments/test-payment";
import { createWebhook } from "./create-webhook";
import type { StoredMessage, WebhookSummary } from "./webhook";

/** For tests: a webhook of an account that hears of everything, unless `events` say otherwise. */
export async function testWebhook(
  account: Account,
  callbackUrl: string,
  events: readonly WebhookEvent[] = WEBHOOK_EVENT_NAMES,
): Promise<{ webhook: WebhookSummary; secret: string }> {
  const settings = { callbackUrl, description: "Tests", events: [...events] };
  const caller = { kind: "service" as const, account, apiKeyId: account.id };
  return unlessRefused(await createWebhook(caller, settings, new Date()));
}

/** For tests: everything that was ever to be sent to a webhook, oldest first. */
export async function messagesOf({ id }: { id: string }): Promise<StoredMessage[]> {
  return database()
    .select()
    .from(webhookMessages)
    .where(eq(webhookMessages.webhookId, id))
    .orderBy(webhookMessages.id);
}

/** For tests: lets time pass until whatever is still to be sent to a webhook is due. */
export async function letTimePass({ id }: { id: string }): Promise<void> {
  await database()
    .update(webhookMessages)
    .set({ dueAt: new Date(Date.now() - 1) })
    .where(and(eq(webhookMessages.webhookId, id), isNotNull(webhookMessages.dueAt)));
}

/** For tests: writes into a webhook what no verb would let in. */
export async function writeWebhook(
  { id }: { id: string },
  values: Partial<typeof webhooks.$inferInsert>,
): Promise<void> {
  await database().update(webhooks).set(values).where(eq(webhooks.id, id));
}
