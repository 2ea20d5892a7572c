import { addApiKey } from "@/domain/accounts/manage-api-keys";
import { addressOf } from "../../../../routes";
import { again, done, staffAction, stepUp } from "../../../../staff-action";

const NAME_CHARACTERS = 100;

export const POST = staffAction("createApiKey", async ({ caller, params, field, provedLately, now }) => {
  const here = addressOf("apiKeys", params);
  const name = field("name");
  if (name === "") return again(here, [{ field: "name", text: "Enter a name for the key." }]);
  if (name.length > NAME_CHARACTERS) {
    const text = `Enter a name with ${NAME_CHARACTERS} characters or fewer.`;
    return again(here, [{ field: "name", text }], { name });
  }
  if (caller.account.live && !provedLately) return stepUp(here, { name });
  const key = await addApiKey(caller, name, now);
  return done(here, `The key “${name}” is created.`, { flash: { shownOnce: [key] } });
});
