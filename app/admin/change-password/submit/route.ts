import { isRefused } from "@/domain/refused";
import { changePassword } from "@/domain/staff/passwords";
import { isPasswordFault, PASSWORD_FAULTS } from "../../password-words";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";
import { inWords } from "../../wait-in-words";

export const POST = staffAction("doChangePassword", async ({ caller, rawField, request, now }) => {
  const passwords = { current: rawField("current"), next: rawField("password") };
  const changed = await changePassword(caller, passwords, request, now);
  if (!isRefused(changed))
    return done(addressOf("yourAccount"), "Your password is changed.", { cookies: changed.cookies });
  const here = addressOf("changePassword");
  if (isPasswordFault(changed.refused))
    return again(here, [{ field: "password", text: PASSWORD_FAULTS[changed.refused] }]);
  const text =
    changed.refused === "mustWait"
      ? `There were too many tries. Wait ${inWords(changed.details.seconds)}, then try again.`
      : "This is not your password.";
  return again(here, [{ field: "current", text }]);
});
