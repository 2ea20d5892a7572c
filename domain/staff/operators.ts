import { and, asc, eq } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { staff, staffInvitations, staffSessions } from "@/db/schema";
import type { Staff } from "../caller";
import { refused } from "../refused";
import { isOpen, isTo, storeInvitation } from "./invitations";
import { noteAct } from "./note-act";
import { sendLink } from "./send-link";

/** The platform's operators, by address. */
export async function listOperators() {
  return database()
    .select({ id: staff.id, name: staff.name, email: staff.email, ready: staff.twoFactorEnabled })
    .from(staff)
    .where(eq(staff.operator, true))
    .orderBy(asc(staff.email));
}

/**
 * Invites somebody to the platform's operators; they sign in with both factors before they may do anything.
 *
 * @param byEmail whether the link is sent to them; otherwise whoever asked for it on the server passes it on.
 * @returns the link; refused as `alreadyOperator`.
 */
export async function inviteOperator(
  caller: Staff,
  { email, byEmail }: { email: string; byEmail: boolean },
  now: Date,
) {
  const address = email.toLowerCase();
  return database().transaction(async (transaction) => {
    const [already] = await transaction
      .select({ id: staff.id })
      .from(staff)
      .where(and(eq(staff.email, address), eq(staff.operator, true)));
    if (already) return refused("alreadyOperator");
    const invited = { email: address, serviceId: null, role: null, invitedBy: caller.member.email };
    const { id, link } = await storeInvitation(transaction, invited, now);
    const words = { link, invitedBy: caller.member.name };
    if (byEmail) await sendLink(transaction, "staffInvitation", { email: address }, words, now);
    const act = { on: { type: "invitation", id }, after: { email: address } };
    await noteAct(transaction, caller, "inviteOperator", act, now);
    return { link };
  });
}

/**
 * Takes the platform out of somebody's hands at once: their sessions end, and links that would make them an operator
 * again are worthless. What they are in services' teams stays.
 *
 * Refused as `self`: only another operator can remove one, so that one is always left; as `notFound`; and as
 * `notAllowed` for a caller who was removed in the meantime.
 */
export async function removeOperator(caller: Staff, staffId: string, now: Date) {
  if (staffId === caller.member.id) return refused("self");
  return database().transaction(async (transaction) => {
    const operators = await lockOperators(transaction);
    // Of two who remove each other at once, the second comes too late.
    if (!operators.some(({ id }) => id === caller.member.id)) return refused("notAllowed");
    const removed = operators.find(({ id }) => id === staffId);
    if (!removed) return refused("notFound");
    const { email } = removed;
    await transaction.update(staff).set({ operator: false, updatedAt: now }).where(eq(staff.id, staffId));
    await transaction.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
    await withdrawLinksOf(transaction, email, now);
    const act = { on: { type: "staff", id: staffId }, before: { email } };
    await noteAct(transaction, caller, "removeOperator", act, now);
    return { email };
  });
}

async function lockOperators(transaction: Transaction) {
  return transaction
    .select({ id: staff.id, email: staff.email })
    .from(staff)
    .where(eq(staff.operator, true))
    .orderBy(asc(staff.id))
    .for("update");
}

async function withdrawLinksOf(transaction: Transaction, email: string, now: Date): Promise<void> {
  await transaction
    .update(staffInvitations)
    .set({ withdrawnAt: now })
    .where(and(eq(staffInvitations.email, email), isTo(null), isOpen(now)));
}
