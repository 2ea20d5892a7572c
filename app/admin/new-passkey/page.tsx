import { PasskeyForm } from "@/components/admin/passkey-form";
import { readChallenge } from "../passkey-challenge";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("newPasskey", async ({ csrf, here, now }) => {
  const challenge = await readChallenge(here, now);
  const back = { href: addressOf("yourAccount"), name: "Your account" };
  return {
    title: "Add a passkey",
    back,
    children: challenge ? (
      <PasskeyForm
        action={addressOf("addPasskey")}
        csrf={csrf}
        ceremony="create"
        options={challenge.options}
        hidden={{ name: challenge.name ?? "" }}
      />
    ) : (
      <p className="govuk-body">
        There was nothing to add, or too long ago. Go back to{" "}
        <a className="govuk-link" href={back.href}>
          your account
        </a>{" "}
        to begin.
      </p>
    ),
  };
});
