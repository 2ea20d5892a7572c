import { isRefused } from "@/domain/refused";
import { acceptInvitation, findInvitation } from "@/domain/staff/invitations";
import { isPasswordFault, PASSWORD_FAULTS } from "../../../password-words";
import { addressOf } from "../../../routes";
import { again, done, staffAction } from "../../../staff-action";

const NAME_CHARACTERS = 100;

export const POST = staffAction("acceptInvitation", async ({ params, field, rawField, request, now }) => {
  const token = params.token ?? "";
  const here = addressOf("invitation", params);
  const name = field("name");
  const isNew = (await findInvitation(token, now))?.member === null;
  if (isNew && (name === "" || name.length > NAME_CHARACTERS)) {
    const text = `Enter your name, in ${NAME_CHARACTERS} characters or fewer.`;
    return again(here, [{ field: "name", text }], { name });
  }
  const outcome = await acceptInvitation(
    token,
    { name, password: rawField("password") },
    request.address,
    now,
  );
  if (!isRefused(outcome)) {
    const next = isNew ? "Your account is made. Sign in to go on." : "You have joined. Sign in to go on.";
    return done(addressOf("signIn"), next);
  }
  return isPasswordFault(outcome.refused)
    ? again(here, [{ field: "password", text: PASSWORD_FAULTS[outcome.refused] }], { name })
    : again(here, []);
});
