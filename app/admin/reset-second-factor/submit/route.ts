import { isRefused } from "@/domain/refused";
import { resetSecondFactor } from "@/domain/staff/reset-second-factor";
import { whyNotReason } from "../../read-answers";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";

export const POST = staffAction("doResetSecondFactor", async ({ caller, field, now }) => {
  const values = { email: field("email"), reason: field("reason") };
  const why = whyNotReason(values.reason);
  const here = addressOf("resetSecondFactor");
  if (why !== undefined) return again(here, [{ field: "reason", text: why }], values);
  const outcome = await resetSecondFactor({ ...caller, reason: values.reason }, values.email, now);
  if (isRefused(outcome))
    return again(here, [{ field: "email", text: "Nobody signs in here with this address." }], values);
  // One's own session has ended as well then.
  if (outcome.id === caller.member.id) return done(addressOf("signIn"), "Your second factor is reset.");
  return done(addressOf("services"), `${outcome.email} sets up a second factor when they sign in next.`);
});
