import { sql } from "drizzle-orm";
import { database, type Executor } from "@/db/client";
import { alerts } from "@/db/schema";
import { log } from "../log";
import { newId } from "../new-id";

/** What staff should know of and somebody should look at. */
export interface Trouble {
  readonly kind:
    | "captureRefused"
    | "captureNotConfirmed"
    | "refundReversed"
    | "notificationAbandoned"
    | "unlawfulNotification"
    | "operationUnresolved"
    | "payoutDoesNotAddUp"
    | "payoutFailed"
    | "cardTesting";
  /** The same trouble again has the same key: it is counted, not repeated. */
  readonly key: string;
  readonly serviceId: string;
  readonly accountId: string;
  readonly paymentId?: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Tells staff, once for each trouble however often it is met. Never card data in the details. */
export async function raiseAlert(
  trouble: Trouble,
  now: Date,
  executor: Pick<Executor, "insert"> = database(),
): Promise<void> {
  const { kind, serviceId, accountId, paymentId, details } = trouble;
  log.warn({ alert: kind, serviceId, accountId, paymentId, details }, "alert");
  await executor
    .insert(alerts)
    .values({
      id: newId(now),
      serviceId,
      accountId,
      paymentId: paymentId ?? null,
      kind,
      dedupeKey: dedupeKeyOf(trouble),
      details,
      raisedAt: now,
      lastRaisedAt: now,
    })
    .onConflictDoUpdate({
      target: alerts.dedupeKey,
      set: { times: sql`${alerts.times} + 1`, lastRaisedAt: now, settledAt: null, settledBy: null },
    });
}

/** By which the same trouble is known again. */
export function dedupeKeyOf({ kind, key }: Pick<Trouble, "kind" | "key">): string {
  return `${kind}:${key}`;
}
