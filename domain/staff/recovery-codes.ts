import { database } from "@/db/client";
import type { Staff } from "../caller";
import { refused } from "../refused";
import { auth } from "./auth";
import { noteAct } from "./note-act";
import { forgiveTry, takeTry } from "./sign-in-tries";
import { headersFor, unlessRefused, type StaffRequest } from "./staff-request";

/** The codes that were made with somebody's authenticator app: shown once, when it is set up. */
export async function firstRecoveryCodes(staffId: string): Promise<readonly string[]> {
  return (await auth().api.viewBackupCodes({ body: { userId: staffId } })).backupCodes;
}

/** New recovery codes in place of the old. Refused as `wrong` where the password is, and as `mustWait` after too many. */
export async function renewRecoveryCodes(caller: Staff, password: string, request: StaffRequest, now: Date) {
  const counted = { kind: "second factor", value: `password ${caller.member.id}` } as const;
  const seconds = await takeTry(counted, now);
  if (seconds !== undefined) return refused("mustWait", { seconds });
  const made = await unlessRefused(
    auth().api.generateBackupCodes({ body: { password }, headers: headersFor(request) }),
  );
  if (!made) return refused("wrong");
  await forgiveTry(counted);
  await database().transaction(async (transaction) =>
    noteAct(transaction, caller, "renewRecoveryCodes", {}, now),
  );
  return made.backupCodes;
}
