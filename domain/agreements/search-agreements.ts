import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { SearchAgreements } from "@/contract/search";
import type { AgreementStatus } from "@/contract/states";
import { searchDatabase } from "@/db/client";
import { agreements } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { searchPage, together } from "../search";
import { withCards } from "./find-agreement";

/** A caller's agreements, newest first (section 4.8, contract 3.4). */
export async function searchAgreements({ account }: AccountCaller, search: SearchAgreements) {
  const executor = searchDatabase();
  const matches = and(
    eq(agreements.serviceId, account.serviceId),
    eq(agreements.accountId, account.id),
    search.reference === undefined
      ? undefined
      : sql`lower(${agreements.reference}) = lower(${search.reference})`,
    search.status === undefined ? undefined : eq(agreements.status, search.status as AgreementStatus),
  );
  return searchPage(search, (limit, offset) => {
    // Ids first, from the index alone: a late page does not read the rows before it.
    const page = executor
      .select({ id: agreements.id })
      .from(agreements)
      .where(matches)
      .orderBy(desc(agreements.createdAt), desc(agreements.id))
      .limit(limit)
      .offset(offset);
    const rows = withCards(executor)
      .where(and(eq(agreements.serviceId, account.serviceId), inArray(agreements.id, page)))
      .orderBy(desc(agreements.createdAt), desc(agreements.id));
    return together(executor.$count(agreements, matches), rows);
  });
}
