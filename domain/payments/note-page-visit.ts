import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import { pageVisits } from "@/db/schema";
import type { PaymentKey } from "./payment";

/** Remembers for staff that a payer was shown a page: when first, when last, how often. */
export async function notePageVisit({ serviceId, id }: PaymentKey, page: string, now: Date): Promise<void> {
  await database()
    .insert(pageVisits)
    .values({ serviceId, paymentId: id, page, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [pageVisits.serviceId, pageVisits.paymentId, pageVisits.page],
      set: {
        visits: sql`${pageVisits.visits} + 1`,
        // Visits are noted after the fact, so a later one may come first.
        firstAt: sql`least(${pageVisits.firstAt}, excluded.first_at)`,
        lastAt: sql`greatest(${pageVisits.lastAt}, excluded.last_at)`,
      },
    });
}
