import { isRefused } from "@/domain/refused";
import { signIn } from "@/domain/staff/sign-in";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";
import { inWords } from "../../wait-in-words";

export const POST = staffAction("doSignIn", async ({ field, rawField, request, now }) => {
  const [email, next] = [field("email"), field("next")];
  const admitted = await signIn({ email, password: rawField("password") }, request, now);
  if (isRefused(admitted)) {
    const text =
      admitted.refused === "mustWait"
        ? `There were too many tries. Wait ${inWords(admitted.details.seconds)}, then try again.`
        : "Check your email address and password: they do not belong together.";
    return again(addressOf("signIn"), [{ field: "email", text }], { email, next });
  }
  const { cookies, missing } = admitted;
  if (missing === "app") return done(addressOf("setUpSecondFactor"), undefined, { cookies });
  const query = next === "" ? "" : `?next=${encodeURIComponent(next)}`;
  return done(`${addressOf("secondFactor")}${query}`, undefined, { cookies });
});
