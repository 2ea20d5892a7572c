import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { findInvitation } from "@/domain/staff/invitations";
import { ROLE_NAMES } from "@/domain/staff/permissions";
import { PASSWORD_HINT } from "../../password-words";
import { staffPage } from "../../staff-page";

export default staffPage("invitation", async ({ params, csrf, flash, here, now }) => {
  const found = await findInvitation(params.token ?? "", now);
  if (!found) {
    return {
      title: "This link does not work any more",
      children: (
        <p className="govuk-body">
          It was used before, it was withdrawn, or it is more than a week old. Ask whoever invited you for
          another one.
        </p>
      ),
    };
  }
  const { invitation, service, member } = found;
  return {
    title: service ? `Join ${service.nameEn}` : "Become an operator of Exchequer",
    children: (
      <StaffForm action={here} csrf={csrf} button="Accept the invitation">
        <p className="govuk-body">
          {invitation.invitedBy} has invited {invitation.email}
          {invitation.role && <> with the role “{ROLE_NAMES[invitation.role]}”</>}.
        </p>
        {member ? (
          <p className="govuk-body">You have an account already: accept, then sign in as always.</p>
        ) : (
          <>
            <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
            <TextInput
              id="name"
              name="name"
              autoComplete="name"
              defaultValue={flash.values?.name ?? ""}
              text={{ label: "Your name" }}
              error={errorOf(flash.problems, "name")}
            />
            <TextInput
              id="password"
              name="password"
              type="password"
              autoComplete="new-password"
              text={{ label: "Password", hint: PASSWORD_HINT }}
              error={errorOf(flash.problems, "password")}
            />
          </>
        )}
      </StaffForm>
    ),
  };
});
