import { and, desc, eq, isNull } from "drizzle-orm";
import { database } from "@/db/client";
import { alerts, auditLog } from "@/db/schema";
import type { StaffCaller } from "../caller";
import { isId } from "../new-id";

/** An alert's row. */
export type Alert = typeof alerts.$inferSelect;

const SHOWN = 50;

/** What an account's staff should look at and nobody has settled, latest first. */
export async function listOpenAlerts({ account }: StaffCaller): Promise<Alert[]> {
  return database()
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.serviceId, account.serviceId),
        eq(alerts.accountId, account.id),
        isNull(alerts.settledAt),
      ),
    )
    .orderBy(desc(alerts.lastRaisedAt), desc(alerts.id))
    .limit(SHOWN);
}

/** An account's alert; undefined for an id that is malformed, unknown or another account's (D4). */
export async function findAlert({ account }: StaffCaller, id: string): Promise<Alert | undefined> {
  if (!isId(id)) return undefined;
  const [alert] = await database().select().from(alerts).where(isAlertOf(account, id));
  return alert;
}

/** The condition that picks one alert of an account. */
export function isAlertOf({ serviceId, id: accountId }: StaffCaller["account"], id: string) {
  return and(eq(alerts.id, id), eq(alerts.serviceId, serviceId), eq(alerts.accountId, accountId));
}

/** What whoever settled an alert last had to say of it. */
export async function findNoteOf({ serviceId, id }: Alert): Promise<string | undefined> {
  if (serviceId === null) return undefined;
  const [entry] = await database()
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.serviceId, serviceId),
        eq(auditLog.resourceType, "alert"),
        eq(auditLog.resourceId, id),
        eq(auditLog.what, "settleAlert"),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return (entry?.after as { reason?: string } | null | undefined)?.reason;
}
