import { and, eq, inArray, isNull } from "drizzle-orm";
import { database } from "@/db/client";
import { webhookMessages } from "@/db/schema";
import type { Account } from "../caller";
import { refused } from "../refused";
import { deliverSoon } from "./deliver-messages";
import { findWebhook } from "./find-webhook";

/** As many as may be picked one by one. */
const MOST = 500;

/**
 * Sends messages again, delivered or given up, with all tries before them; each under its own id, by which a
 * receiver knows that it is the same.
 *
 * @param which messages by their ids, or all that were given up.
 * @returns how many: ids that are unknown, or forgotten by now, are passed over.
 */
export async function redeliverMessages(
  account: Account,
  webhookId: string,
  which: readonly string[] | "given up",
  now: Date,
) {
  const webhook = await findWebhook(account, webhookId);
  if (!webhook) return refused("notFound");
  if (!webhook.active) return refused("paused");
  if (which.length > MOST) return refused("tooMany", { limit: MOST });
  const picked =
    which === "given up"
      ? and(isNull(webhookMessages.dueAt), isNull(webhookMessages.deliveredAt))
      : inArray(webhookMessages.id, [...which]);
  const again = await database()
    .update(webhookMessages)
    .set({ dueAt: now, deliveredAt: null, tries: 0 })
    .where(
      and(
        eq(webhookMessages.serviceId, webhook.serviceId),
        eq(webhookMessages.webhookId, webhook.id),
        picked,
      ),
    )
    .returning({ id: webhookMessages.id });
  deliverSoon(webhook);
  return { redelivered: again.length };
}
