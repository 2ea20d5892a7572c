import { changeSettings, lowersGuard } from "@/domain/accounts/change-account";
import { isRefused } from "@/domain/refused";
import { addressOf } from "../../../../routes";
import { again, done, staffAction, stepUp } from "../../../../staff-action";
import { readSettings } from "../setting-fields";

export const POST = staffAction("changeSettings", async ({ caller, params, field, provedLately, now }) => {
  const here = addressOf("settings", params);
  const { values, problems, settings } = readSettings(caller.account, field);
  if (problems.length > 0) return again(here, problems, values);
  if (lowersGuard(caller.account, settings) && !provedLately) return stepUp(here, values);
  const outcome = await changeSettings(caller, caller.account, settings, now);
  if (isRefused(outcome)) return again(addressOf("services"), []);
  return done(here, "The settings are saved.");
});
