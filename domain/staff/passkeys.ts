import { getAuthenticatorName } from "@better-auth/passkey";
import { and, asc, count, eq } from "drizzle-orm";
import { isAPIError } from "better-auth/api";
import { database } from "@/db/client";
import { staffPasskeys } from "@/db/schema";
import type { Staff } from "../caller";
import { isId } from "../new-id";
import { refused } from "../refused";
import { auth } from "./auth";
import { noteAct } from "./note-act";
import { STAFF_LIMITS } from "./staff-limits";
import { headersFor, type StaffRequest } from "./staff-request";

/** What a browser answers (WebAuthn's JSON, as far as it is used); better-auth checks what is in it. */
interface PasskeyAnswer<Response> {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: Response;
}

export type MadePasskey = PasskeyAnswer<{
  clientDataJSON: string;
  attestationObject: string;
  transports?: string[] | undefined;
}>;

export type UsedPasskey = PasskeyAnswer<{
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}>;

/** A passkey of somebody's own. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Date | null;
}

/** Somebody's passkeys, the oldest first. */
export async function listPasskeys({ member }: Staff): Promise<Passkey[]> {
  const rows = await database()
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, member.id))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id));
  return rows.map(({ id, name, createdAt }) => ({ id, name: name ?? "Passkey", addedAt: createdAt }));
}

/** What a browser needs to make a passkey, and the cookies that bind its answer. Refused as `tooMany`. */
export async function askForNewPasskey({ member }: Staff, request: StaffRequest) {
  const [held] = await database()
    .select({ passkeys: count() })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, member.id));
  if ((held?.passkeys ?? 0) >= STAFF_LIMITS.passkeys) return refused("tooMany");
  const { headers, response } = await auth().api.generatePasskeyRegistrationOptions({
    headers: headersFor(request),
    returnHeaders: true,
  });
  return { options: response, cookies: headers.getSetCookie() };
}

/**
 * Adds a passkey, by the answer to a challenge of this session.
 *
 * @param name empty where the kind of authenticator is to name it
 */
export async function addPasskey(
  caller: Staff,
  { answer, name }: { answer: MadePasskey; name: string },
  request: StaffRequest,
  now: Date,
) {
  const stored = await unlessInvalid(
    auth().api.verifyPasskeyRegistration({
      body: { response: answer, ...(name !== "" && { name }) },
      headers: headersFor(request),
    }),
  );
  if (!stored) return refused("wrong");
  const called = name || (getAuthenticatorName(stored.aaguid) ?? "Passkey");
  await database().transaction(async (transaction) => {
    await transaction.update(staffPasskeys).set({ name: called }).where(eq(staffPasskeys.id, stored.id));
    const on = { type: "passkey", id: stored.id };
    await noteAct(transaction, caller, "addPasskey", { on, after: { name: called } }, now);
  });
  return { name: called };
}

/** Removes one of somebody's own passkeys. */
export async function removePasskey(caller: Staff, passkeyId: string, now: Date) {
  if (!isId(passkeyId)) return refused("notFound");
  return database().transaction(async (transaction) => {
    const [removed] = await transaction
      .delete(staffPasskeys)
      .where(and(eq(staffPasskeys.id, passkeyId), eq(staffPasskeys.staffId, caller.member.id)))
      .returning({ name: staffPasskeys.name });
    if (!removed) return refused("notFound");
    const on = { type: "passkey", id: passkeyId };
    await noteAct(transaction, caller, "removePasskey", { on, before: { name: removed.name } }, now);
    return removed;
  });
}

/** The plugin calls any answer that it cannot make sense of a failure of its own. */
async function unlessInvalid<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    const invalid = isAPIError(error) && error.body?.code === "FAILED_TO_VERIFY_REGISTRATION";
    if (invalid || (isAPIError(error) && error.statusCode < 500)) return undefined;
    throw error;
  }
}
