import { and, desc, eq, gte, ilike, lt } from "drizzle-orm";
import { database } from "@/db/client";
import { auditLog } from "@/db/schema";
import { containing } from "../search";
import type { Act } from "./acts";
import type { AuditEntry } from "./note-act";

/** What of the audit is looked for; what is left out is not asked about. */
export interface AuditCriteria {
  /** One service's entries; the whole platform's without. */
  readonly serviceId?: string | undefined;
  readonly who?: string | undefined;
  readonly what?: Act | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** The last entry of the page before. */
  readonly before?: number | undefined;
}

export const ENTRIES_PER_PAGE = 50;
const BATCH = 1000;

/** The audit's entries, newest first, fifty at a time. */
export async function listAudit(criteria: AuditCriteria, limit = ENTRIES_PER_PAGE): Promise<AuditEntry[]> {
  const { serviceId, who, what, from, until, before } = criteria;
  return database()
    .select()
    .from(auditLog)
    .where(
      and(
        serviceId === undefined ? undefined : eq(auditLog.serviceId, serviceId),
        who === undefined ? undefined : ilike(auditLog.who, containing(who)),
        what === undefined ? undefined : eq(auditLog.what, what),
        from && gte(auditLog.happenedAt, from),
        until && lt(auditLog.happenedAt, until),
        before === undefined ? undefined : lt(auditLog.id, before),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/** All of them, however many, a batch at a time. */
export async function* eachAuditEntry(criteria: AuditCriteria): AsyncGenerator<AuditEntry[], void> {
  let before = criteria.before;
  for (;;) {
    const batch = await listAudit({ ...criteria, before }, BATCH);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    before = batch.at(-1)?.id;
  }
}
