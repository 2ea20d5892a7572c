import { and, eq } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import type { WebhookSettings } from "@/contract/webhook";
import { database } from "@/db/client";
import { accounts, webhooks } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { newId } from "../new-id";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { whyNotCallable } from "./callback-url";
import { actOn, told, withoutSecrets } from "./webhook";
import { mintWebhookSecret, sealSecret } from "./webhook-secret";

/**
 * A new webhook of an account; it hears of what happens from now on.
 *
 * @returns the webhook and its secret, which can be read again (read-webhook-secret.ts).
 */
export async function createWebhook(caller: AccountCaller, settings: WebhookSettings, now: Date) {
  const { account } = caller;
  const uncallable = await whyNotCallable(account, settings.callbackUrl);
  if (uncallable) return uncallable;
  const secret = mintWebhookSecret();
  return database().transaction(async (transaction) => {
    // Of two at once, the second counts the first.
    await transaction
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.serviceId, account.serviceId), eq(accounts.id, account.id)))
      .for("no key update");
    const isOfAccount = and(eq(webhooks.serviceId, account.serviceId), eq(webhooks.accountId, account.id));
    const many = await transaction.$count(webhooks, isOfAccount);
    if (many >= LIMITS.webhooksPerAccount) return refused("tooManyWebhooks", { limit: many });
    const [webhook] = await transaction
      .insert(webhooks)
      .values({
        serviceId: account.serviceId,
        id: newId(now),
        accountId: account.id,
        createdAt: now,
        callbackUrl: settings.callbackUrl,
        description: settings.description,
        eventTypes: [...new Set(settings.events)],
        secret: sealSecret(secret),
      })
      .returning();
    if (!webhook) throw new Error("The webhook was not stored");
    const summary = withoutSecrets(webhook);
    await noteAct(transaction, caller, "createWebhook", { ...actOn(summary), after: told(summary) }, now);
    return { webhook: summary, secret };
  });
}
