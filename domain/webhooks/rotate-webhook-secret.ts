import { sql } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { webhooks } from "@/db/schema";
import type { Account } from "../caller";
import { refused } from "../refused";
import { findWebhook } from "./find-webhook";
import { isWebhookOf } from "./webhook";
import { mintWebhookSecret, sealSecret, secretsOf } from "./webhook-secret";

/** The secrets of a webhook, for staff to copy; `retiring` is there while one is being rotated out. */
export async function readWebhookSecrets(account: Account, webhookId: string, now: Date) {
  const webhook = await findWebhook(account, webhookId);
  return webhook ? secretsOf(webhook, now) : refused("notFound");
}

/**
 * Gives a webhook a new secret. For a day both sign, so that receivers can be changed without losing a message;
 * while that lasts there can be no third.
 *
 * @returns the new secret.
 */
export async function rotateWebhookSecret(account: Account, webhookId: string, now: Date) {
  const webhook = await findWebhook(account, webhookId);
  if (!webhook) return refused("notFound");
  if (secretsOf(webhook, now).retiring !== undefined) return refused("rotating");
  const secret = mintWebhookSecret();
  const [rotated] = await database()
    .update(webhooks)
    .set({
      previousSecret: sql`${webhooks.secret}`,
      previousSecretUntil: new Date(now.getTime() + LIMITS.webhookSecretOverlapHours * 3_600_000),
      secret: sealSecret(secret),
    })
    .where(sql`${isWebhookOf(account, webhookId)} and ${webhooks.secret} = ${webhook.secret}`)
    .returning({ id: webhooks.id });
  return rotated ? { secret } : refused("rotating");
}

/** Ends the overlap early: from now on only the new secret signs. */
export async function retireOldSecret(account: Account, webhookId: string) {
  const [webhook] = await database()
    .update(webhooks)
    .set({ previousSecret: null, previousSecretUntil: null })
    .where(isWebhookOf(account, webhookId))
    .returning({ id: webhooks.id });
  return webhook ?? refused("notFound");
}
