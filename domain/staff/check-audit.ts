import { desc, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { auditChecks } from "@/db/schema";
import { verifyAudit, type AuditVerdict } from "./verify-audit";

/** One reading of the whole audit. */
export type AuditCheck = typeof auditChecks.$inferSelect;
type Finding = NonNullable<AuditCheck["finding"]>;

/**
 * Reads the whole audit and remembers what came of it.
 *
 * @param expected a head that was kept elsewhere; else that of the last time when all was well, so that entries cut off
 *   the end are missed.
 */
export async function checkAudit(
  startedBy: AuditCheck["startedBy"],
  now: Date,
  expected?: string,
): Promise<AuditCheck> {
  const [begun] = await database().insert(auditChecks).values({ startedAt: now, startedBy }).returning();
  if (!begun) throw new Error("Nothing was inserted");
  return finishAuditCheck(begun, expected);
}

/** The reading itself, of a check that has been noted as begun. */
export async function finishAuditCheck({ id }: AuditCheck, expected?: string): Promise<AuditCheck> {
  const verdict = await verifyAudit(expected ?? (await lastWholeHead()));
  const [finished] = await database()
    .update(auditChecks)
    .set({
      finishedAt: new Date(),
      finding: findingOf(verdict),
      entries: verdict.entries,
      head: verdict.head,
      brokenId: verdict.broken?.id ?? null,
    })
    .where(eq(auditChecks.id, id))
    .returning();
  if (!finished) throw new Error(`Check ${id} has gone`);
  return finished;
}

async function lastWholeHead(): Promise<string | undefined> {
  const [last] = await database()
    .select({ head: auditChecks.head })
    .from(auditChecks)
    .where(eq(auditChecks.finding, "whole"))
    .orderBy(desc(auditChecks.id))
    .limit(1);
  return last?.head ?? undefined;
}

function findingOf({ broken, holdsExpected }: AuditVerdict): Finding {
  if (broken) return broken.how === "changed" ? "changed" : "doesNotFollow";
  return holdsExpected ? "whole" : "cutOff";
}
