import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { PASSWORD_HINT } from "../password-words";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("changePassword", async ({ caller, csrf, flash, here }) => ({
  title: "Change your password",
  back: { href: addressOf("yourAccount"), name: "Your account" },
  children: (
    <StaffForm action={here} csrf={csrf} button="Change password">
      <input type="hidden" name="username" autoComplete="username" value={caller.member.email} />
      <TextInput
        id="current"
        name="current"
        type="password"
        autoComplete="current-password"
        text={{ label: "Current password" }}
        error={errorOf(flash.problems, "current")}
      />
      <TextInput
        id="password"
        name="password"
        type="password"
        autoComplete="new-password"
        text={{ label: "New password", hint: PASSWORD_HINT }}
        error={errorOf(flash.problems, "password")}
      />
      <p className="govuk-body">You are signed out everywhere else.</p>
    </StaffForm>
  ),
}));
