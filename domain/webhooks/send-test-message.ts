import { WEBHOOK_TEST, type WebhookMessage } from "@/contract/webhook";
import { database } from "@/db/client";
import { webhookMessages } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { newId } from "../new-id";
import { claimedUntil } from "../payments/claim-due-payments";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { attempt } from "./deliver-messages";
import { findWebhook } from "./find-webhook";
import { actOn } from "./webhook";

/** Sends a message about nothing, right away and once, paused or not. @returns how that went. */
export async function sendTestMessage(caller: AccountCaller, webhookId: string, now: Date) {
  const { account } = caller;
  const webhook = await findWebhook(account, webhookId);
  if (!webhook) return refused("notFound");
  const { serviceId } = webhook;
  const id = newId(now);
  const body: WebhookMessage = {
    webhook_message_id: id,
    api_version: 1,
    created_date: now.toISOString(),
    event_type: WEBHOOK_TEST,
    resource_type: "webhook",
    resource_id: webhook.id,
    resource: { description: webhook.description },
  };
  const message = await database().transaction(async (transaction) => {
    const [stored] = await transaction
      .insert(webhookMessages)
      .values({
        serviceId,
        id,
        webhookId,
        createdAt: now,
        eventType: WEBHOOK_TEST,
        resourceType: "webhook",
        resourceId: webhook.id,
        body,
        dueAt: claimedUntil(now),
      })
      .returning();
    await noteAct(transaction, caller, "tryWebhook", { ...actOn(webhook), after: { message: id } }, now);
    return stored;
  });
  if (!message) throw new Error("The message was not stored");
  return attempt({ message, webhook, live: account.live });
}
