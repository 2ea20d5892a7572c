import { disableAccount } from "@/domain/accounts/change-account";
import { isRefused } from "@/domain/refused";
import { addressOf } from "../../../../../routes";
import { again, done, staffAction } from "../../../../../staff-action";

export const POST = staffAction("doDisableAccount", async ({ caller, params, now }) => {
  const outcome = await disableAccount(caller, params.operatedId ?? "", true, now);
  if (isRefused(outcome)) return again(addressOf("platform"), []);
  return done(addressOf("operatedAccount", params), "The account is disabled.");
});
