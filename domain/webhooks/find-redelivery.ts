import { and, eq, isNotNull, max, sql, type SQL } from "drizzle-orm";
import { database } from "@/db/client";
import { webhookMessages } from "@/db/schema";
import type { WebhookSummary } from "./webhook";

/** How far it is with messages that somebody had sent again. */
export interface Redelivery {
  readonly askedAt: Date;
  readonly messages: number;
  readonly delivered: number;
  /** Due still, for the first time or after a try that failed. */
  readonly waiting: number;
  readonly givenUp: number;
}

/** The latest time that a webhook's messages were sent again; undefined where none were, or all are forgotten. */
export async function findRedelivery({ serviceId, id }: WebhookSummary): Promise<Redelivery | undefined> {
  const { redeliveredAt, deliveredAt, dueAt } = webhookMessages;
  const counted = (is: SQL) => sql<number>`(count(*) filter (where ${is}))::int`;
  const isOfWebhook = and(eq(webhookMessages.serviceId, serviceId), eq(webhookMessages.webhookId, id));
  const last = database()
    .select({ at: max(redeliveredAt) })
    .from(webhookMessages)
    .where(and(isOfWebhook, isNotNull(redeliveredAt)));
  const [found] = await database()
    .select({
      askedAt: redeliveredAt,
      messages: sql<number>`count(*)::int`,
      delivered: counted(sql`${deliveredAt} is not null`),
      waiting: counted(sql`${deliveredAt} is null and ${dueAt} is not null`),
      givenUp: counted(sql`${deliveredAt} is null and ${dueAt} is null`),
    })
    .from(webhookMessages)
    .where(and(isOfWebhook, eq(redeliveredAt, sql`(${last})`)))
    .groupBy(redeliveredAt);
  return found?.askedAt ? { ...found, askedAt: found.askedAt } : undefined;
}
