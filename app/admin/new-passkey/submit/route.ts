import { isRefused } from "@/domain/refused";
import { askForNewPasskey } from "@/domain/staff/passkeys";
import { keepChallenge } from "../../passkey-challenge";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";

const NAME_CHARACTERS = 60;

export const POST = staffAction("askForNewPasskey", async ({ caller, field, request, now }) => {
  const name = field("name");
  const wrong = (text: string) => again(addressOf("yourAccount"), [{ field: "name", text }], { name });
  if (name.length > NAME_CHARACTERS)
    return wrong(`Enter a name with ${NAME_CHARACTERS} characters or fewer.`);
  const asked = await askForNewPasskey(caller, request);
  if (isRefused(asked)) return wrong("You have as many passkeys as there may be. Remove one first.");
  const here = addressOf("newPasskey");
  const cookies = [...asked.cookies, keepChallenge(here, { options: asked.options, name }, now)];
  return done(here, undefined, { cookies });
});
