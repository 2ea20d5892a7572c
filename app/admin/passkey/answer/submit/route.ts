import { isRefused } from "@/domain/refused";
import { provePasskey } from "@/domain/staff/prove-passkey";
import { wayOn } from "../../../way-on";
import { forgetChallenge, readUsedPasskey } from "../../../passkey-challenge";
import { addressOf } from "../../../routes";
import { again, done, staffAction } from "../../../staff-action";

export const POST = staffAction("provePasskey", async ({ field, rawField, request, now }) => {
  const next = field("next");
  const here = addressOf("passkey");
  const forget = forgetChallenge(here);
  const answer = readUsedPasskey(rawField("answer"));
  const proved = answer && (await provePasskey(answer, request, now));
  if (proved && !isRefused(proved))
    return done(wayOn(next), undefined, { cookies: [...proved.cookies, forget] });
  const text = "This passkey is not known here, it is somebody else’s, or it was used too late. Try again.";
  const back = next === "" ? here : `${here}?next=${encodeURIComponent(next)}`;
  return { ...again(back, [{ field: "passkey", text }]), cookies: [forget] };
});
