import { isRefused } from "@/domain/refused";
import { inviteOperator } from "@/domain/staff/operators";
import { whyNotEmail } from "../../../read-answers";
import { addressOf } from "../../../routes";
import { again, done, staffAction } from "../../../staff-action";

export const POST = staffAction("inviteOperator", async ({ caller, field, now }) => {
  const here = addressOf("operators");
  const email = field("email");
  const wrong = (text: string) => again(here, [{ field: "email", text }], { email });
  const why = whyNotEmail(email);
  if (why !== undefined) return wrong(why);
  const outcome = await inviteOperator(caller, { email, byEmail: true }, now);
  if (isRefused(outcome)) return wrong("Somebody with this address is an operator already.");
  const shownOnce = process.env.EXCHEQUER_DEMO === "1" ? [outcome.link] : [];
  return done(here, `The invitation to ${email} is on its way.`, { flash: { shownOnce } });
});
