import { asc, gt } from "drizzle-orm";
import { database } from "@/db/client";
import { auditLog } from "@/db/schema";
import { sameSecret } from "../secrets";
import { BEGINNING, hashOf, type AuditEntry } from "./note-act";

const BATCH = 1000;

/** What reading the whole audit has shown. */
export interface AuditVerdict {
  readonly entries: number;
  /** The hash of the last entry: kept elsewhere, it proves later that none were cut off the end. */
  readonly head: string;
  /** The first entry that is not as it was written, or does not follow the one before. */
  readonly broken?: { readonly id: number; readonly how: "changed" | "does not follow" };
  /** Whether a head that was kept elsewhere is in the chain. */
  readonly holdsExpected: boolean;
}

/**
 * Reads the audit from its first entry to its last and checks that none was changed, removed or put in between.
 *
 * @param expected a head that an earlier verification gave.
 */
export async function verifyAudit(expected?: string): Promise<AuditVerdict> {
  let [entries, head, id] = [0, BEGINNING, 0];
  let holdsExpected = expected === undefined || expected === BEGINNING;
  for (;;) {
    const rows = await database()
      .select()
      .from(auditLog)
      .where(gt(auditLog.id, id))
      .orderBy(asc(auditLog.id))
      .limit(BATCH);
    for (const row of rows) {
      if (row.previousHash !== head)
        return { entries, head, holdsExpected, broken: { id: row.id, how: "does not follow" } };
      if (!isAsWritten(row)) return { entries, head, holdsExpected, broken: { id: row.id, how: "changed" } };
      entries += 1;
      ({ hash: head, id } = row);
      if (head === expected) holdsExpected = true;
    }
    if (rows.length < BATCH) return { entries, head, holdsExpected };
  }
}

/** Whether nobody has changed an entry since. That none is missing around it, only reading all of them can tell. */
export function isAsWritten(entry: AuditEntry): boolean {
  return sameSecret(entry.hash, hashOf(entry));
}
