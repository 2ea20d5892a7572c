import { desc, isNotNull } from "drizzle-orm";
import { database } from "@/db/client";
import { auditChecks } from "@/db/schema";
import type { AuditCheck } from "./check-audit";

/** The last time that the whole audit was read to its end, or to what was wrong with it; undefined if it never was. */
export async function findAuditCheck(): Promise<AuditCheck | undefined> {
  const [last] = await database()
    .select()
    .from(auditChecks)
    .where(isNotNull(auditChecks.finishedAt))
    .orderBy(desc(auditChecks.id))
    .limit(1);
  return last;
}
