import { and, desc, eq, isNotNull, sql, type SQL } from "drizzle-orm";
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
  const [latest] = await database()
    .select({
      askedAt: redeliveredAt,
      messages: sql<number>`count(*)::int`,
      delivered: counted(sql`${deliveredAt} is not null`),
      waiting: counted(sql`${deliveredAt} is null and ${dueAt} is not null`),
      givenUp: counted(sql`${deliveredAt} is null and ${dueAt} is null`),
    })
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.serviceId, serviceId),
        eq(webhookMessages.webhookId, id),
        isNotNull(redeliveredAt),
      ),
    )
    .groupBy(redeliveredAt)
    .orderBy(desc(redeliveredAt))
    .limit(1);
  return latest?.askedAt ? { ...latest, askedAt: latest.askedAt } : undefined;
}
