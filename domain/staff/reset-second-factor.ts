import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { staff, staffPasskeys, staffSecondFactors, staffSessions, staffVerifications } from "@/db/schema";
import type { Staff } from "../caller";
import { refused } from "../refused";
import { noteAct } from "./note-act";

/**
 * For somebody whose phone is lost: their authenticator app, recovery codes and passkeys count no more, and their
 * sessions end. With their password they sign in as far as setting up another app.
 *
 * An operator's act, never an admin's: people belong to several services, and one of them must not be able to lower
 * the guard of another. Refused as `notFound` where nobody has the address.
 */
export async function resetSecondFactor(caller: Staff, email: string, now: Date) {
  return database().transaction(async (transaction) => {
    const [member] = await transaction
      .update(staff)
      .set({ twoFactorEnabled: false, updatedAt: now })
      .where(eq(staff.email, email.toLowerCase()))
      .returning({ id: staff.id, email: staff.email });
    if (!member) return refused("notFound");
    await transaction.delete(staffSecondFactors).where(eq(staffSecondFactors.staffId, member.id));
    await transaction.delete(staffPasskeys).where(eq(staffPasskeys.staffId, member.id));
    await transaction.delete(staffSessions).where(eq(staffSessions.staffId, member.id));
    // Signing in halfway, and links for a new password.
    await transaction.delete(staffVerifications).where(eq(staffVerifications.value, member.id));
    const act = { on: { type: "staff", id: member.id }, after: { email: member.email } };
    await noteAct(transaction, caller, "resetSecondFactor", act, now);
    return member;
  });
}
