import { and, eq, isNull } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { alerts } from "@/db/schema";
import type { StaffCaller } from "../caller";
import { isId } from "../new-id";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { findAlert, isAlertOf } from "./open-alerts";
import { dedupeKeyOf, type Trouble } from "./raise-alert";

/** Staff say that an alert has been dealt with; the caller's reason says how. Raised again, it is open again. */
export async function settleAlert(caller: StaffCaller, alertId: string, now: Date) {
  if (!isId(alertId)) return refused("notFound");
  const settled = await database().transaction(async (transaction) => {
    const [alert] = await transaction
      .update(alerts)
      .set({ settledAt: now, settledBy: caller.member.email })
      .where(and(isAlertOf(caller.account, alertId), isNull(alerts.settledAt)))
      .returning();
    if (!alert) return undefined;
    const act = {
      serviceId: caller.account.serviceId,
      on: { type: "alert", id: alertId },
      after: { kind: alert.kind },
    };
    await noteAct(transaction, caller, "settleAlert", act, now);
    return alert;
  });
  if (settled) return settled;
  return (await findAlert(caller, alertId)) ? refused("settledAlready") : refused("notFound");
}

/** What staff have done settles an alert by itself; the act's own entry in the audit says how. */
export async function settleTrouble(
  transaction: Transaction,
  { member }: StaffCaller,
  trouble: Pick<Trouble, "kind" | "key">,
  now: Date,
): Promise<void> {
  await transaction
    .update(alerts)
    .set({ settledAt: now, settledBy: member.email })
    .where(and(eq(alerts.dedupeKey, dedupeKeyOf(trouble)), isNull(alerts.settledAt)));
}
