import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { CARD_TESTING } from "@/contract/limits";
import { database } from "@/db/client";
import { alerts } from "@/db/schema";
import type { Account } from "../caller";
import { log } from "../log";
import { newId } from "../new-id";

/** By what cards are counted. */
export type TestingKind = "address" | "card" | "issuer" | "account";

/**
 * Tells staff of card testing: one alert for each episode of an account, however many counters it sets off. Staff
 * see the address and the issuer's digits, by which they can ask provider or network to act; never a card.
 */
export async function raiseCardTestingAlert(
  { serviceId, id: accountId }: Account,
  kind: TestingKind,
  tried: { address: string | null; firstDigits: string | null },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - CARD_TESTING.episodeMinutes * 60_000);
  await database().transaction(async (transaction) => {
    // Two counters that go off at once must not make two alerts.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`card testing ${accountId}`}, 0))`,
    );
    const [current] = await transaction
      .select({ id: alerts.id })
      .from(alerts)
      .where(
        and(
          eq(alerts.serviceId, serviceId),
          eq(alerts.accountId, accountId),
          eq(alerts.kind, "cardTesting"),
          gt(alerts.lastRaisedAt, since),
          isNull(alerts.settledAt),
        ),
      )
      .orderBy(desc(alerts.lastRaisedAt))
      .limit(1);
    if (current) {
      await transaction
        .update(alerts)
        .set({ times: sql`${alerts.times} + 1`, lastRaisedAt: now })
        .where(eq(alerts.id, current.id));
      return;
    }
    const alertId = newId(now);
    await transaction.insert(alerts).values({
      id: alertId,
      serviceId,
      accountId,
      kind: "cardTesting",
      dedupeKey: `card testing ${accountId} ${alertId}`,
      details: { by: kind, address: tried.address, firstDigits: tried.firstDigits },
      raisedAt: now,
      lastRaisedAt: now,
    });
    log.warn({ accountId, by: kind }, "card testing");
  });
}
