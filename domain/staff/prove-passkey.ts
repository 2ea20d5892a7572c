import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { staffPasskeys, staffSessions } from "@/db/schema";
import { refused } from "../refused";
import { auth } from "./auth";
import { findSession, type StaffSession } from "./find-session";
import { noteAct } from "./note-act";
import type { UsedPasskey } from "./passkeys";
import { forgiveTry, takeTry, type Counted } from "./sign-in-tries";
import { staffOf } from "./staff-of";
import { headersFor, unlessRefused, withCookies, type StaffRequest } from "./staff-request";

/**
 * What a browser needs to use a passkey, and the cookies that bind its answer, which is good once and for five
 * minutes. This is where a try is counted: without a challenge there is none.
 *
 * Refused as `mustWait` with the seconds left after too many tries.
 */
export async function askForPasskey(request: StaffRequest, now: Date) {
  const session = await findSession(request, now);
  const seconds = await takeTry(countedBy(session, request), now);
  if (seconds !== undefined) return refused("mustWait", { seconds });
  const { headers, response } = await auth().api.generatePasskeyAuthenticationOptions({
    headers: headersFor(request),
    returnHeaders: true,
  });
  const options = { ...response, userVerification: "required" as const };
  return { options, cookies: headers.getSetCookie() };
}

/**
 * Signs in with a passkey, which is both factors in one: something that its owner has, and their finger, face or
 * PIN; or proves the second factor once more, of whoever is signed in already.
 *
 * Refused as `wrong`: an answer to no challenge of this browser, of an unknown passkey, or of somebody else's.
 */
export async function provePasskey(answer: UsedPasskey, request: StaffRequest, now: Date) {
  const before = await findSession(request, now);
  const [passkey] = await database()
    .select({ staffId: staffPasskeys.staffId })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.credentialID, answer.id));
  // Whoever proves themselves once more stays who they are.
  if (!passkey || (before?.provedAt && passkey.staffId !== before.member.id)) return refused("wrong");
  const verified = await unlessRefused(
    auth().api.verifyPasskeyAuthentication({
      body: { response: { ...answer, clientExtensionResults: {} } },
      headers: headersFor(request),
      returnHeaders: true,
    }),
  );
  if (!verified) return refused("wrong");
  const cookies = verified.headers.getSetCookie();
  const made = await findSession(withCookies(request, cookies), now);
  if (!made) return refused("wrong");
  await forgiveTry(countedBy(before, request));
  // Once more: the session goes on, so that forms in other tabs stay good. Otherwise the new one takes its place.
  const kept = before?.provedAt ? before : made;
  const ended = kept === made ? before : made;
  await database().transaction(async (transaction) => {
    await transaction.update(staffSessions).set({ provedAt: now }).where(eq(staffSessions.id, kept.id));
    if (ended) await transaction.delete(staffSessions).where(eq(staffSessions.id, ended.id));
    if (kept === before) return;
    const who = staffOf(made.member, request.address);
    await noteAct(transaction, who, "signIn", { after: { with: "passkey" } }, now);
  });
  return { cookies: kept === made ? cookies : [] };
}

function countedBy(session: StaffSession | undefined, { address }: StaffRequest): Counted {
  return session ? { kind: "second factor", value: session.member.id } : { kind: "address", value: address };
}
