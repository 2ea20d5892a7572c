import { isRefused } from "@/domain/refused";
import { resetPassword } from "@/domain/staff/passwords";
import { isPasswordFault, PASSWORD_FAULTS } from "../../../password-words";
import { addressOf } from "../../../routes";
import { again, done, staffAction } from "../../../staff-action";

export const POST = staffAction("setNewPassword", async ({ params, rawField, request, now }) => {
  const outcome = await resetPassword(params.token ?? "", rawField("password"), request, now);
  if (!isRefused(outcome))
    return done(addressOf("signIn"), "Your password is changed. Sign in with the new one.");
  const here = addressOf("newPassword", params);
  return isPasswordFault(outcome.refused)
    ? again(here, [{ field: "password", text: PASSWORD_FAULTS[outcome.refused] }])
    : again(here, []);
});
