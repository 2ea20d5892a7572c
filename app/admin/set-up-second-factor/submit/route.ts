import { isRefused } from "@/domain/refused";
import { proveSecondFactor } from "@/domain/staff/prove-second-factor";
import { firstRecoveryCodes } from "@/domain/staff/recovery-codes";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";
import { inWords } from "../../wait-in-words";

export const POST = staffAction("proveNewSecondFactor", async ({ field, request, now }) => {
  const proved = await proveSecondFactor(field("code"), request, now);
  if (isRefused(proved)) {
    const text =
      proved.refused === "mustWait"
        ? `There were too many tries. Wait ${inWords(proved.details.seconds)}, then try again.`
        : "Enter the code that your app shows now. If it shows none, scan the picture again.";
    return again(addressOf("setUpSecondFactor"), [{ field: "code", text }]);
  }
  const shownOnce = proved.first ? await firstRecoveryCodes(proved.staffId) : [];
  return done(addressOf("recoveryCodes"), "Your authenticator app is set up.", {
    cookies: proved.cookies,
    flash: { shownOnce },
  });
});
