import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("forgottenPassword", async ({ csrf, flash, here }) => ({
  title: "Forgotten password",
  back: { href: addressOf("signIn"), name: "Sign in" },
  children: (
    <StaffForm action={here} csrf={csrf} button="Send the email">
      <p className="govuk-body">
        We send you an email with a link to choose a new password. You still need your authenticator app, or a
        recovery code, to sign in.
      </p>
      <TextInput
        id="email"
        name="email"
        type="email"
        autoComplete="username"
        spellCheck={false}
        defaultValue={flash.values?.email ?? ""}
        text={{ label: "Email address" }}
        error={errorOf(flash.problems, "email")}
      />
    </StaffForm>
  ),
}));
