import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { ownerOf } from "@/domain/staff/passwords";
import { PASSWORD_HINT } from "../../password-words";
import { addressOf } from "../../routes";
import { staffPage } from "../../staff-page";

export default staffPage("newPassword", async ({ params, csrf, flash, here, now }) => {
  const owner = await ownerOf(params.token ?? "", now);
  if (!owner) {
    return {
      title: "This link does not work any more",
      children: (
        <p className="govuk-body">
          It was used before, or it is more than an hour old.{" "}
          <a className="govuk-link" href={addressOf("forgottenPassword")}>
            Ask for another one
          </a>
        </p>
      ),
    };
  }
  return {
    title: "Choose a new password",
    children: (
      <StaffForm action={here} csrf={csrf} button="Save password">
        <input type="hidden" name="username" autoComplete="username" value={owner.email} />
        <p className="govuk-body">For {owner.email}. You are signed out everywhere.</p>
        <TextInput
          id="password"
          name="password"
          type="password"
          autoComplete="new-password"
          text={{ label: "New password", hint: PASSWORD_HINT }}
          error={errorOf(flash.problems, "password")}
        />
      </StaffForm>
    ),
  };
});
