import { and, desc, eq, gte, inArray, lt } from "drizzle-orm";
import type { SearchDisputes } from "@/contract/search";
import type { DisputeStatus } from "@/contract/states";
import { searchDatabase } from "@/db/client";
import { disputes } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { searchPage, together } from "../search";

/** A caller's disputes, newest first (section 4.9, contract 3.4). */
export async function searchDisputes({ account }: AccountCaller, search: SearchDisputes) {
  const executor = searchDatabase();
  const matches = and(
    eq(disputes.serviceId, account.serviceId),
    eq(disputes.accountId, account.id),
    search.status === undefined ? undefined : eq(disputes.status, search.status as DisputeStatus),
    search.from_date && gte(disputes.createdAt, search.from_date),
    search.to_date && lt(disputes.createdAt, search.to_date),
    search.from_settled_date === undefined ? undefined : gte(disputes.settledOn, search.from_settled_date),
    search.to_settled_date === undefined ? undefined : lt(disputes.settledOn, search.to_settled_date),
  );
  return searchPage(search, (limit, offset) => {
    // Ids first, from the index alone: a late page does not read the rows before it.
    const page = executor
      .select({ id: disputes.id })
      .from(disputes)
      .where(matches)
      .orderBy(desc(disputes.createdAt), desc(disputes.id))
      .limit(limit)
      .offset(offset);
    const rows = executor
      .select()
      .from(disputes)
      .where(and(eq(disputes.serviceId, account.serviceId), inArray(disputes.id, page)))
      .orderBy(desc(disputes.createdAt), desc(disputes.id));
    return together(executor.$count(disputes, matches), rows);
  });
}
