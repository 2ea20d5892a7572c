import { and, eq, gte, inArray, isNull, lt, type SQL } from "drizzle-orm";
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

/** Which messages: by their ids, all that were given up, or all that were written in a time, delivered or not. */
export type Picked = readonly string[] | "given up" | { readonly from: Date; readonly before: Date };

/**
 * Sends messages again, delivered or given up, with all tries before them; each under its own id, by which a
 * receiver knows that it is the same. They stand behind what is new, however many they are.
 *
 * @returns how many: ids that are unknown, or forgotten by now, are passed over.
 */
export async function redeliverMessages(caller: AccountCaller, webhookId: string, which: Picked, now: Date) {
  const webhook = await findWebhook(caller.account, webhookId);
  if (!webhook) return refused("notFound");
  if (!webhook.active) return refused("paused");
  if (Array.isArray(which) && which.length > MOST) return refused("tooMany", { limit: MOST });
  const redelivered = await database().transaction(async (transaction) => {
    const again = await transaction
      .update(webhookMessages)
      .set({ dueAt: now, deliveredAt: null, tries: 0, redeliveredAt: now })
      .where(
        and(
          eq(webhookMessages.serviceId, webhook.serviceId),
          eq(webhookMessages.webhookId, webhook.id),
          isPicked(which),
        ),
      );
    const act = { ...actOn(webhook), after: { messages: again.count } };
    await noteAct(transaction, caller, "redeliverMessages", act, now);
    return again.count;
  });
  deliverSoon(webhook);
  return { redelivered };
}

function isPicked(which: Picked): SQL | undefined {
  const { id, createdAt, dueAt, deliveredAt } = webhookMessages;
  if (which === "given up") return and(isNull(dueAt), isNull(deliveredAt));
  if ("before" in which) return and(gte(createdAt, which.from), lt(createdAt, which.before));
  return inArray(id, [...which]);
}
