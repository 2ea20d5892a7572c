import { isRefused } from "@/domain/refused";
import { saveCredentials } from "@/domain/providers/save-credentials";
import { addressOf } from "../../../../routes";
import { again, done, staffAction, stepUp } from "../../../../staff-action";

/** What is typed here is a secret: it goes into no flash, whatever comes of it. */
export const POST = staffAction("saveCredentials", async ({ caller, params, field, provedLately, now }) => {
  const here = addressOf("credentials", params);
  if (!provedLately) return stepUp(here);
  const wrong = (text: string) => again(here, [{ field: "credentials", text }]);
  const given = read(field("credentials"));
  if (given === undefined) return wrong("Enter the credentials as JSON.");
  const outcome = await saveCredentials(caller.account, given, caller, now);
  if (!isRefused(outcome))
    return done(here, "The provider knows these credentials. They are in use from now on.");
  if (outcome.refused === "notNeeded") return wrong("This account’s provider needs no credentials.");
  if (outcome.refused === "unverifiable")
    return wrong("The provider could not be asked whether they work. Nothing was saved: try again later.");
  return wrong(`These credentials cannot be used: ${String(outcome.details.why ?? "")}`);
});

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
