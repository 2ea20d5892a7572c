import { isRefused } from "@/domain/refused";
import { forgetPassword } from "@/domain/staff/passwords";
import { whyNotEmail } from "../../read-answers";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";
import { inWords } from "../../wait-in-words";

const SENT =
  "If somebody with this address has an account, an email with a link is on its way to them. It is good for an hour.";

export const POST = staffAction("askForNewPassword", async ({ field, request, now }) => {
  const here = addressOf("forgottenPassword");
  const email = field("email").toLowerCase();
  const why = whyNotEmail(email);
  if (why !== undefined) return again(here, [{ field: "email", text: why }], { email });
  const outcome = await forgetPassword(email, request, now);
  if (isRefused(outcome)) {
    const text = `There were too many tries. Wait ${inWords(outcome.details.seconds)}, then try again.`;
    return again(here, [{ field: "email", text }], { email });
  }
  return done(here, SENT);
});
