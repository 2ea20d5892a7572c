import { eq } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { staff, staffSessions, staffVerifications } from "@/db/schema";
import { inBackground } from "../background";
import type { Staff } from "../caller";
import { refused } from "../refused";
import { auth } from "./auth";
import { findSession } from "./find-session";
import { noteAct } from "./note-act";
import { whyNotPassword } from "./password-rules";
import { takeTry, forgiveTry } from "./sign-in-tries";
import { staffOf } from "./staff-of";
import { headersFor, unlessRefused, withCookies, type StaffRequest } from "./staff-request";

/**
 * Sends a link for a new password, if there is somebody with this address. That is found out after the answer, so
 * that neither its words nor its time tell.
 */
export async function forgetPassword(email: string, request: StaffRequest, now: Date) {
  const seconds = await takeTry({ kind: "address", value: request.address }, now);
  if (seconds !== undefined) return refused("mustWait", { seconds });
  inBackground("password reset", async () => {
    const often = await takeTry({ kind: "email", value: `reset ${email}` }, now);
    if (often === undefined) await unlessRefused(auth().api.requestPasswordReset({ body: { email } }));
  });
  return undefined;
}

/** Sets a new password by the link of an email, once; every session of its owner ends. */
export async function resetPassword(token: string, password: string, request: StaffRequest, now: Date) {
  const member = await ownerOf(token, now);
  if (!member) return refused("linkProblem");
  const fault = whyNotPassword(password, [member.email, member.name]);
  if (fault) return refused(fault);
  const done = await unlessRefused(auth().api.resetPassword({ body: { newPassword: password, token } }));
  if (!done) return refused("linkProblem");
  await forgiveTry({ kind: "email", value: member.email });
  await forgiveTry({ kind: "email", value: `reset ${member.email}` });
  const who = staffOf(member, request.address);
  await database().transaction(async (transaction) => {
    await endHalfDone(transaction, member.id);
    await noteAct(transaction, who, "resetPassword", {}, now);
  });
  return member;
}

/** Whose password a link is for; undefined once it is used or out of date. */
export async function ownerOf(token: string, now: Date) {
  const { internalAdapter } = await auth().$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!found || found.expiresAt < now) return undefined;
  const [member] = await database().select().from(staff).where(eq(staff.id, found.value));
  return member;
}

/** Changes one's own password; every other session ends. Refused as `wrong` where the current password is. */
export async function changePassword(
  caller: Staff,
  { current, next }: { current: string; next: string },
  request: StaffRequest,
  now: Date,
) {
  const counted = { kind: "second factor", value: `password ${caller.member.id}` } as const;
  const seconds = await takeTry(counted, now);
  if (seconds !== undefined) return refused("mustWait", { seconds });
  const fault = whyNotPassword(next, [caller.member.email, caller.member.name]);
  if (fault) return refused(fault);
  const before = await findSession(request, now);
  const answer = await unlessRefused(
    auth().api.changePassword({
      body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
      headers: headersFor(request),
      returnHeaders: true,
    }),
  );
  if (!answer) return refused("wrong");
  await forgiveTry(counted);
  const cookies = answer.headers.getSetCookie();
  const session = await findSession(withCookies(request, cookies), now);
  await database().transaction(async (transaction) => {
    if (session) {
      const proved = { provedAt: before?.provedAt ?? null };
      await transaction.update(staffSessions).set(proved).where(eq(staffSessions.id, session.id));
    }
    await endHalfDone(transaction, caller.member.id);
    await noteAct(transaction, caller, "changePassword", {}, now);
  });
  return { cookies };
}

/** Other links for a new password, and sign-ins whose code is still missing, were let in by the password before. */
async function endHalfDone(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.delete(staffVerifications).where(eq(staffVerifications.value, staffId));
}
