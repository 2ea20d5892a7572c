import { desc, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { auditLog } from "@/db/schema";
import { canonical } from "../canonical";
import type { ServiceCaller, Staff } from "../caller";
import { macOf } from "../secrets";
import type { Act } from "./acts";

/** One row of the audit. */
export type AuditEntry = typeof auditLog.$inferSelect;

/** What an act was done to, and what that changed. Never a secret, never card data. */
export interface ActDetails {
  readonly serviceId?: string | undefined;
  readonly on?: { readonly type: string; readonly id: string };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** What the first entry follows. */
export const BEGINNING = "beginning";

/**
 * Adds an act of staff to the audit, in the transaction of the act itself and as its last statement: writers take
 * turns from here until they commit, so that each entry follows the one before. What a service does by its API key
 * is in the request log instead, so for such a caller nothing is written.
 */
export async function noteAct(
  transaction: Transaction,
  caller: Staff | ServiceCaller,
  what: Act,
  { serviceId, on, before, after }: ActDetails,
  now: Date,
): Promise<void> {
  if (caller.kind !== "staff") return;
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('audit_log'))`);
  const [last] = await transaction
    .select({ hash: auditLog.hash })
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(1);
  const previousHash = last?.hash ?? BEGINNING;
  const entry = {
    serviceId: serviceId ?? null,
    who: caller.member.email,
    what,
    resourceType: on?.type ?? null,
    resourceId: on?.id ?? null,
    fromAddress: caller.address,
    before: before ?? null,
    after: after || caller.reason !== undefined ? withReason(after, caller.reason) : null,
    // Who did what when is told in real time, whatever clock the account goes by.
    happenedAt: new Date(Math.min(now.getTime(), Date.now())),
    previousHash,
  };
  await transaction.insert(auditLog).values({ ...entry, hash: hashOf(entry) });
  caller.noted.acts += 1;
}

function withReason(after: ActDetails["after"], reason: string | undefined) {
  return { ...after, ...(reason !== undefined && { reason }) };
}

/** Keyed, so that whoever can write to the database but has no EXCHEQUER_SECRET cannot forge a chain. */
export function hashOf(entry: Omit<AuditEntry, "id" | "hash">): string {
  const { previousHash, happenedAt, serviceId, who, what, resourceType, resourceId } = entry;
  const { fromAddress, before, after } = entry;
  const text = canonical([
    previousHash,
    happenedAt.toISOString(),
    [serviceId, who, what, resourceType, resourceId, fromAddress],
    [before ?? null, after ?? null],
  ]);
  return macOf("audit chain", text).toString("base64url");
}
