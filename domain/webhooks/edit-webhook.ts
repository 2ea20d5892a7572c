import type { WebhookSettings } from "@/contract/webhook";
import { database } from "@/db/client";
import { webhooks } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { refused } from "../refused";
import type { Act } from "../staff/acts";
import { noteAct } from "../staff/note-act";
import { whyNotCallable } from "./callback-url";
import { deliverSoon } from "./deliver-messages";
import { actOn, isWebhookOf, told, withoutSecrets } from "./webhook";

/** Changes where a webhook's messages go and which they are; what is waiting already goes to the new address. */
export async function editWebhook(
  caller: AccountCaller,
  webhookId: string,
  settings: WebhookSettings,
  now: Date,
) {
  const uncallable = await whyNotCallable(caller.account, settings.callbackUrl);
  if (uncallable) return uncallable;
  const { callbackUrl, description, events } = settings;
  const values = { callbackUrl, description, eventTypes: [...new Set(events)] };
  return change(caller, webhookId, "editWebhook", values, now);
}

/** Sends nothing until it is resumed. Messages go on being written, and wait as long as messages are kept. */
export async function pauseWebhook(caller: AccountCaller, webhookId: string, now: Date) {
  return change(caller, webhookId, "pauseWebhook", { active: false }, now);
}

/** Sends again, beginning with what has waited. */
export async function resumeWebhook(caller: AccountCaller, webhookId: string, now: Date) {
  const resumed = await change(caller, webhookId, "resumeWebhook", { active: true }, now);
  if ("id" in resumed) deliverSoon(resumed);
  return resumed;
}

async function change(
  caller: AccountCaller,
  webhookId: string,
  what: Act,
  values: Partial<typeof webhooks.$inferInsert>,
  now: Date,
) {
  const isIt = isWebhookOf(caller.account, webhookId);
  return database().transaction(async (transaction) => {
    const [before] = await transaction.select().from(webhooks).where(isIt).for("update");
    if (!before) return refused("notFound");
    const [webhook] = await transaction.update(webhooks).set(values).where(isIt).returning();
    if (!webhook) throw new Error("A locked webhook has gone");
    const act = { ...actOn(webhook), before: told(before), after: told(webhook) };
    await noteAct(transaction, caller, what, act, now);
    return withoutSecrets(webhook);
  });
}
