import { and, desc, eq, gte, inArray, lt } from "drizzle-orm";
import type { SearchRefunds } from "@/contract/search";
import { searchDatabase } from "@/db/client";
import { refunds } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { searchPage, together } from "../search";

/** A caller's refunds, newest first (section 4.7, contract 3.4). */
export async function searchRefunds({ account }: AccountCaller, search: SearchRefunds) {
  const executor = searchDatabase();
  const matches = and(
    eq(refunds.serviceId, account.serviceId),
    eq(refunds.accountId, account.id),
    search.from_date && gte(refunds.createdAt, search.from_date),
    search.to_date && lt(refunds.createdAt, search.to_date),
    search.from_settled_date === undefined ? undefined : gte(refunds.settledOn, search.from_settled_date),
    search.to_settled_date === undefined ? undefined : lt(refunds.settledOn, search.to_settled_date),
  );
  return searchPage(search, (limit, offset) => {
    // Ids first, from the index alone: a late page does not read the rows before it.
    const page = executor
      .select({ id: refunds.id })
      .from(refunds)
      .where(matches)
      .orderBy(desc(refunds.createdAt), desc(refunds.id))
      .limit(limit)
      .offset(offset);
    const rows = executor
      .select()
      .from(refunds)
      .where(and(eq(refunds.serviceId, account.serviceId), inArray(refunds.id, page)))
      .orderBy(desc(refunds.createdAt), desc(refunds.id));
    return together(executor.$count(refunds, matches), rows);
  });
}
