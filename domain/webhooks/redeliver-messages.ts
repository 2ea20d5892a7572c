import { and, eq, inArray, isNull } from "drizzle-orm";
import { database } from "@/db/client";
import { webhookMessages } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { deliverSoon } from "./deliver-messages";
import { findWebhook } from "./find-webhook";
import { actOn } from "./webhook";

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
  caller: AccountCaller,
  webhookId: string,
  which: readonly string[] | "given up",
  now: Date,
) {
  const webhook = await findWebhook(caller.account, webhookId);
  if (!webhook) return refused("notFound");
  if (!webhook.active) return refused("paused");
  if (which.length > MOST) return refused("tooMany", { limit: MOST });
  const picked =
    which === "given up"
      ? and(isNull(webhookMessages.dueAt), isNull(webhookMessages.deliveredAt))
      : inArray(webhookMessages.id, [...which]);
  const redelivered = await database().transaction(async (transaction) => {
    const again = await transaction
      .update(webhookMessages)
      .set({ dueAt: now, deliveredAt: null, tries: 0, redeliveredAt: now })
      .where(
        and(
          eq(webhookMessages.serviceId, webhook.serviceId),
          eq(webhookMessages.webhookId, webhook.id),
          picked,
        ),
      )
      .returning({ id: webhookMessages.id });
    const act = { ...actOn(webhook), after: { messages: again.length } };
    await noteAct(transaction, caller, "redeliverMessages", act, now);
    return again.length;
  });
  deliverSoon(webhook);
  return { redelivered };
}
