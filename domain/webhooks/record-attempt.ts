import { and, eq, sql } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { WEBHOOK_TEST } from "@/contract/webhook";
import { database } from "@/db/client";
import { webhookAttempts, webhookMessages } from "@/db/schema";
import { metrics } from "../metrics";
import type { Answer } from "./send-message";
import { isMessage, type StoredMessage } from "./webhook";

/** One try to deliver a message, as it went. */
export interface Attempt {
  readonly succeeded: boolean;
  readonly httpStatus: number | null;
  readonly failure: string | null;
}

/**
 * Notes a try, and when the next one comes: after a minute, five, an hour, a day, two days, and then none. Only
 * a status of 200 to 299 is a success; a message that another try has delivered in the meantime stays delivered.
 */
export async function recordAttempt(message: StoredMessage, answer: Answer, triedAt: Date): Promise<Attempt> {
  const answeredAt = new Date();
  const httpStatus = "httpStatus" in answer ? answer.httpStatus : null;
  const succeeded = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const failure = "failure" in answer ? answer.failure : null;
  const next = succeeded ? null : nextTry(message, answeredAt);
  await database().transaction(async (transaction) => {
    const delivered = succeeded ? answeredAt.toISOString() : null;
    const [known] = await transaction
      .update(webhookMessages)
      .set({
        tries: sql`${webhookMessages.tries} + 1`,
        deliveredAt: sql`coalesce(${webhookMessages.deliveredAt}, ${delivered}::timestamptz)`,
        dueAt: sql`case when ${webhookMessages.deliveredAt} is null then ${next?.toISOString() ?? null}::timestamptz end`,
      })
      .where(isMessage(message))
      .returning({ id: webhookMessages.id });
    // Forgotten while it was on its way.
    if (!known) return;
    const { serviceId, id: messageId } = message;
    const isOfMessage = and(
      eq(webhookAttempts.serviceId, serviceId),
      eq(webhookAttempts.messageId, messageId),
    );
    const [last] = await transaction
      .select({ number: sql<number>`coalesce(max(${webhookAttempts.number}), 0)` })
      .from(webhookAttempts)
      .where(isOfMessage);
    await transaction.insert(webhookAttempts).values({
      serviceId,
      messageId,
      number: (last?.number ?? 0) + 1,
      triedAt,
      milliseconds: answeredAt.getTime() - triedAt.getTime(),
      httpStatus,
      failure,
    });
  });
  metrics().webhooks.inc({ outcome: succeeded ? "delivered" : next ? "failed" : "given up" });
  return { succeeded, httpStatus, failure };
}

/** None after the last, and none for a message by which staff only try out a webhook. */
function nextTry({ eventType, tries }: StoredMessage, now: Date): Date | null {
  const wait = eventType === WEBHOOK_TEST ? undefined : LIMITS.webhookRetrySeconds[tries];
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000);
}
