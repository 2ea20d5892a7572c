import { isRefused } from "@/domain/refused";
import { askForPasskey } from "@/domain/staff/prove-passkey";
import { keepChallenge } from "../../passkey-challenge";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";
import { inWords } from "../../wait-in-words";

export const POST = staffAction("askForPasskey", async ({ field, session, request, now }) => {
  const next = field("next");
  const here = addressOf("passkey");
  const asked = await askForPasskey(request, now);
  if (isRefused(asked)) {
    const text = `There were too many tries. Wait ${inWords(asked.details.seconds)}, then try again.`;
    return again(addressOf(session?.provedAt ? "secondFactor" : "signIn"), [{ field: "passkey", text }], {
      next,
    });
  }
  const cookies = [...asked.cookies, keepChallenge(here, { options: asked.options }, now)];
  return done(next === "" ? here : `${here}?next=${encodeURIComponent(next)}`, undefined, { cookies });
});
