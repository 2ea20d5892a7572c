import { and, desc, eq } from "drizzle-orm";
import { searchDatabase } from "@/db/client";
import { payouts } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { searchPage, together, type Paging } from "../search";

/** An account's payouts, by the day on which they arrive, latest first. */
export async function searchPayouts({ account }: AccountCaller, paging: Paging) {
  const executor = searchDatabase();
  const matches = and(eq(payouts.serviceId, account.serviceId), eq(payouts.accountId, account.id));
  return searchPage(paging, (limit, offset) => {
    const rows = executor
      .select()
      .from(payouts)
      .where(matches)
      .orderBy(desc(payouts.arrivesOn), desc(payouts.id))
      .limit(limit)
      .offset(offset);
    return together(executor.$count(payouts, matches), rows);
  });
}
