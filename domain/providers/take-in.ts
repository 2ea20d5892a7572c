import { type Transaction } from "@/db/client";
import { pspNotifications } from "@/db/schema";
import type { PspEvent } from "@/psp/port";

/** Whose account a PSP speaks of, and which of its addresses it spoke to. */
export interface Inbox {
  readonly serviceId: string;
  readonly accountId: string;
  /** Credentials' id; the provider's name for one that needs none. */
  readonly credentialsId: string;
}

/**
 * Stores what a PSP told, to be acted on afterwards. What was told before is there already and stays as it is.
 *
 * @returns how much of it was new.
 */
export async function takeIn(
  executor: Pick<Transaction, "insert">,
  { serviceId, accountId, credentialsId }: Inbox,
  events: readonly PspEvent[],
  now: Date,
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map(({ dedupeKey, ...event }) => {
    const owned = { serviceId, accountId, credentialsId, dedupeKey, event, receivedAt: now };
    return event.type === "ignored"
      ? { ...owned, state: "ignored" as const, dueAt: null, why: event.why }
      : { ...owned, state: "waiting" as const, dueAt: now, why: null };
  });
  const stored = await executor
    .insert(pspNotifications)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: pspNotifications.id });
  return stored.length;
}
