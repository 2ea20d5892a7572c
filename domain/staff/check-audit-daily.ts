import { gt, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { auditChecks } from "@/db/schema";
import { log } from "../log";
import { finishAuditCheck, type AuditCheck } from "./check-audit";

const DAY_MILLISECONDS = 86_400_000;

/**
 * Reads the whole audit once a day, unless somebody has had it read since; one of all instances does.
 *
 * @returns how many readings that were.
 */
export async function checkAuditDaily(now: Date): Promise<number> {
  const begun = await begin(now);
  if (!begun) return 0;
  const { finding, brokenId, entries } = await finishAuditCheck(begun);
  if (finding !== "whole") log.error({ finding, brokenId, entries }, "the audit is not as it was written");
  return 1;
}

async function begin(now: Date): Promise<AuditCheck | undefined> {
  return database().transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('audit_checks'))`);
    const [recent] = await transaction
      .select({ id: auditChecks.id })
      .from(auditChecks)
      .where(gt(auditChecks.startedAt, new Date(now.getTime() - DAY_MILLISECONDS)))
      .limit(1);
    if (recent) return undefined;
    const [begun] = await transaction
      .insert(auditChecks)
      .values({ startedAt: now, startedBy: "clock" })
      .returning();
    return begun;
  });
}
