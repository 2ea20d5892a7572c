import { and, eq, inArray, isNull, lte, sql, type SQL } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { accounts, webhookMessages, webhooks } from "@/db/schema";
import type { StoredMessage, Webhook } from "./webhook";

export type WebhookKey = Pick<Webhook, "serviceId" | "id">;

/** A message that is about to be sent, and where to. */
export interface Delivery {
  readonly message: StoredMessage;
  readonly webhook: Webhook;
  readonly live: boolean;
}

/** The two queues of a receiver, each in the words of its own index: see db/tables/webhooks.ts. */
export const IS_FRESH = isNull(webhookMessages.redeliveredAt);
export const IS_SENT_AGAIN = sql`(${webhookMessages.redeliveredAt} is null) is false`;

/** Messages to one receiver at the same time. */
export const AT_ONCE = 10;
/** Longer than any try takes; what a crash during one costs. */
const CLAIM_MILLISECONDS = 30_000;

/**
 * What is due to a receiver, the longest due first, and what somebody has had sent again only where nothing else is: a
 * hundred thousand of those keep no fresh message waiting. Due again soon, in case nobody lives to tell what came of it.
 */
export async function claimMessages(webhook: WebhookKey): Promise<Delivery[]> {
  const { serviceId } = webhook;
  return database().transaction(async (transaction) => {
    const now = new Date();
    const fresh = await lockDue(transaction, webhook, now, IS_FRESH, AT_ONCE);
    const room = AT_ONCE - fresh.length;
    const again = room > 0 ? await lockDue(transaction, webhook, now, IS_SENT_AGAIN, room) : [];
    const due = [...fresh, ...again];
    const ids = due.map(({ message }) => message.id);
    await transaction
      .update(webhookMessages)
      .set({ dueAt: new Date(now.getTime() + CLAIM_MILLISECONDS) })
      .where(and(eq(webhookMessages.serviceId, serviceId), inArray(webhookMessages.id, ids)));
    return due;
  });
}

async function lockDue(
  transaction: Transaction,
  { serviceId, id }: WebhookKey,
  now: Date,
  which: SQL,
  limit: number,
): Promise<Delivery[]> {
  return transaction
    .select({ message: webhookMessages, webhook: webhooks, live: accounts.live })
    .from(webhookMessages)
    .innerJoin(
      webhooks,
      and(eq(webhooks.serviceId, webhookMessages.serviceId), eq(webhooks.id, webhookMessages.webhookId)),
    )
    .innerJoin(accounts, and(eq(accounts.serviceId, webhooks.serviceId), eq(accounts.id, webhooks.accountId)))
    .where(
      and(
        eq(webhookMessages.serviceId, serviceId),
        eq(webhookMessages.webhookId, id),
        lte(webhookMessages.dueAt, now),
        which,
        webhooks.active,
      ),
    )
    .orderBy(webhookMessages.dueAt)
    .limit(limit)
    .for("update", { of: webhookMessages, skipLocked: true });
}
