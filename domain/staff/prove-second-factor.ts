import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { staffSessions } from "@/db/schema";
import { refused } from "../refused";
import type { Act } from "./acts";
import { auth } from "./auth";
import { findSession } from "./find-session";
import { noteAct } from "./note-act";
import { staffOf } from "./staff-of";
import { forgiveTry, takeTry } from "./sign-in-tries";
import { headersFor, unlessRefused, withCookies, type StaffRequest } from "./staff-request";

/**
 * Proves the second factor with a code of the authenticator app or a recovery code: to end signing in, to set an
 * app up, or once more for what asks for it twice. Each code counts once.
 *
 * Refused as `wrong`, and as `mustWait` with the seconds left after too many tries.
 */
export async function proveSecondFactor(code: string, request: StaffRequest, now: Date) {
  const before = await findSession(request, now);
  // Without a session better-auth counts by the account itself.
  const counted = before && ({ kind: "second factor", value: before.member.id } as const);
  const seconds = counted && (await takeTry(counted, now));
  if (seconds !== undefined) return refused("mustWait", { seconds });
  const plain = code.replaceAll(/\s/gu, "");
  const asked = { body: { code: plain }, headers: headersFor(request), returnHeaders: true } as const;
  const isTotp = /^\d{6}$/u.test(plain);
  // Nobody has seen the recovery codes of an app that is not set up yet.
  if (!isTotp && before && !before.member.twoFactorEnabled) return refused("wrong");
  const answer = await unlessRefused<{ headers: Headers }>(
    isTotp ? auth().api.verifyTOTP(asked) : auth().api.verifyBackupCode(asked),
  );
  if (!answer) return refused("wrong");
  const cookies = answer.headers.getSetCookie();
  const session = await findSession(withCookies(request, cookies), now);
  if (!session) return refused("wrong");
  if (counted) await forgiveTry(counted);
  const isFirst = before !== undefined && !before.member.twoFactorEnabled;
  await database().transaction(async (transaction) => {
    await transaction.update(staffSessions).set({ provedAt: now }).where(eq(staffSessions.id, session.id));
    if (before?.provedAt) return;
    const who = staffOf(session.member, request.address);
    const what: Act = isFirst ? "setUpSecondFactor" : "signIn";
    await noteAct(transaction, who, what, { after: { with: isTotp ? "app" : "recovery code" } }, now);
  });
  return { cookies, first: isFirst, staffId: session.member.id };
}
