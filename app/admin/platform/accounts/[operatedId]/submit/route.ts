import { switchFeatures } from "@/domain/accounts/change-account";
import { isRefused } from "@/domain/refused";
import { addressOf } from "../../../../routes";
import { again, done, staffAction } from "../../../../staff-action";
import { readFeatures } from "../feature-fields";

export const POST = staffAction("switchFeatures", async ({ caller, params, field, now }) => {
  const here = addressOf("operatedAccount", params);
  const { values, problems, features } = readFeatures(field);
  if (problems.length > 0) return again(here, problems, values);
  const outcome = await switchFeatures(caller, params.operatedId ?? "", features, now);
  if (isRefused(outcome)) return again(addressOf("platform"), []);
  return done(here, "The account is changed.");
});
