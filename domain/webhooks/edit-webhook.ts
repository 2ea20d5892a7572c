import type { WebhookSettings } from "@/contract/webhook";
import { database } from "@/db/client";
import { webhooks } from "@/db/schema";
import type { Account } from "../caller";
import { refused } from "../refused";
import { whyNotCallable } from "./callback-url";
import { deliverSoon } from "./deliver-messages";
import { isWebhookOf, withoutSecrets } from "./webhook";

/** Changes where a webhook's messages go and which they are; what is waiting already goes to the new address. */
export async function editWebhook(account: Account, webhookId: string, settings: WebhookSettings) {
  const uncallable = await whyNotCallable(account, settings.callbackUrl);
  if (uncallable) return uncallable;
  return change(account, webhookId, {
    callbackUrl: settings.callbackUrl,
    description: settings.description,
    eventTypes: [...new Set(settings.events)],
  });
}

/** Sends nothing until it is resumed. Messages go on being written, and wait as long as messages are kept. */
export async function pauseWebhook(account: Account, webhookId: string) {
  return change(account, webhookId, { active: false });
}

/** Sends again, beginning with what has waited. */
export async function resumeWebhook(account: Account, webhookId: string) {
  const resumed = await change(account, webhookId, { active: true });
  if ("id" in resumed) deliverSoon(resumed);
  return resumed;
}

async function change(account: Account, webhookId: string, values: Partial<typeof webhooks.$inferInsert>) {
  const [webhook] = await database()
    .update(webhooks)
    .set(values)
    .where(isWebhookOf(account, webhookId))
    .returning();
  return webhook ? withoutSecrets(webhook) : refused("notFound");
}
