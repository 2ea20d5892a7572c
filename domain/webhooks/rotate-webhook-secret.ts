import { sql } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { webhooks } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { findWebhook } from "./find-webhook";
import { actOn, isWebhookOf } from "./webhook";
import { mintWebhookSecret, sealSecret, secretsOf } from "./webhook-secret";

/** The secrets of a webhook, for staff to copy; `retiring` is there while one is being rotated out. */
export async function readWebhookSecrets(caller: AccountCaller, webhookId: string, now: Date) {
  const webhook = await findWebhook(caller.account, webhookId);
  if (!webhook) return refused("notFound");
  await database().transaction(async (transaction) =>
    noteAct(transaction, caller, "showWebhookSecret", actOn(webhook), now),
  );
  return secretsOf(webhook, now);
}

/**
 * Gives a webhook a new secret. For a day both sign, so that receivers can be changed without losing a message;
 * while that lasts there can be no third.
 *
 * @returns the new secret.
 */
export async function rotateWebhookSecret(caller: AccountCaller, webhookId: string, now: Date) {
  const { account } = caller;
  const webhook = await findWebhook(account, webhookId);
  if (!webhook) return refused("notFound");
  if (secretsOf(webhook, now).retiring !== undefined) return refused("rotating");
  const secret = mintWebhookSecret();
  const previousSecretUntil = new Date(now.getTime() + LIMITS.webhookSecretOverlapHours * 3_600_000);
  return database().transaction(async (transaction) => {
    const [rotated] = await transaction
      .update(webhooks)
      .set({
        previousSecret: sql`${webhooks.secret}`,
        previousSecretUntil,
        secret: sealSecret(secret),
      })
      .where(sql`${isWebhookOf(account, webhookId)} and ${webhooks.secret} = ${webhook.secret}`)
      .returning({ id: webhooks.id });
    if (!rotated) return refused("rotating");
    const act = { ...actOn(webhook), after: { oldSecretUntil: previousSecretUntil.toISOString() } };
    await noteAct(transaction, caller, "rotateWebhookSecret", act, now);
    return { secret };
  });
}

/** Ends the overlap early: from now on only the new secret signs. */
export async function retireOldSecret(caller: AccountCaller, webhookId: string, now: Date) {
  return database().transaction(async (transaction) => {
    const [webhook] = await transaction
      .update(webhooks)
      .set({ previousSecret: null, previousSecretUntil: null })
      .where(isWebhookOf(caller.account, webhookId))
      .returning({ serviceId: webhooks.serviceId, id: webhooks.id });
    if (!webhook) return refused("notFound");
    await noteAct(transaction, caller, "retireWebhookSecret", actOn(webhook), now);
    return webhook;
  });
}
