import { isRefused } from "@/domain/refused";
import { removePasskey } from "@/domain/staff/passkeys";
import { addressOf } from "../../../../routes";
import { done, staffAction } from "../../../../staff-action";

export const POST = staffAction("doRemovePasskey", async ({ caller, params, now }) => {
  const outcome = await removePasskey(caller, params.passkeyId ?? "", now);
  if (isRefused(outcome)) return { to: "/admin/problem/not-found", refused: true };
  return done(addressOf("yourAccount"), "The passkey is removed.");
});
