import { isRefused } from "@/domain/refused";
import { proveSecondFactor } from "@/domain/staff/prove-second-factor";
import { wayOn } from "../../way-on";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";
import { inWords } from "../../wait-in-words";

export const POST = staffAction("proveSecondFactor", async ({ field, request, now }) => {
  const next = field("next");
  const proved = await proveSecondFactor(field("code"), request, now);
  if (isRefused(proved)) {
    const text =
      proved.refused === "mustWait"
        ? `There were too many tries. Wait ${inWords(proved.details.seconds)}, then try again.`
        : "Enter the code that your app shows now. Each code can be used once, and after too many wrong ones you have to start again.";
    return again(addressOf("secondFactor"), [{ field: "code", text }], { next });
  }
  return done(wayOn(next), undefined, { cookies: proved.cookies });
});
