import { isRefused } from "@/domain/refused";
import { renewRecoveryCodes } from "@/domain/staff/recovery-codes";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";
import { inWords } from "../../wait-in-words";

export const POST = staffAction("renewRecoveryCodes", async ({ caller, rawField, request, now }) => {
  const codes = await renewRecoveryCodes(caller, rawField("password"), request, now);
  if (!isRefused(codes))
    return done(addressOf("recoveryCodes"), "You have new codes.", { flash: { shownOnce: codes } });
  const text =
    codes.refused === "mustWait"
      ? `There were too many tries. Wait ${inWords(codes.details.seconds)}, then try again.`
      : "This is not your password.";
  return again(addressOf("recoveryCodes"), [{ field: "password", text }]);
});
