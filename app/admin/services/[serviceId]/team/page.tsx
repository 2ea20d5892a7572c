import { formatMoment } from "@/components/admin/format";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { StaffTable } from "@/components/admin/table";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { listInvitations } from "@/domain/staff/invitations";
import { listMembers } from "@/domain/staff/members";
import { ROLE_NAMES } from "@/domain/staff/permissions";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";

export default staffPage("team", async ({ caller, params, csrf, flash, now }) => {
  const { id } = caller.service;
  const [members, invitations] = await Promise.all([listMembers(id), listInvitations(id, now)]);
  return {
    title: "Team",
    children: (
      <>
        <StaffTable
          caption="Members"
          head={["Name", "Email address", "Role", "Since"]}
          rows={members.map(({ id: key, name, email, role, addedAt }) => ({
            key,
            cells: [name, email, ROLE_NAMES[role], formatMoment(addedAt)],
          }))}
        />
        {invitations.length > 0 && (
          <StaffTable
            caption="Invitations that wait to be accepted"
            head={["Email address", "Role", "Good until"]}
            rows={invitations.map(({ id: key, email, role, expiresAt }) => ({
              key,
              cells: [email, role && ROLE_NAMES[role], formatMoment(expiresAt)],
            }))}
          />
        )}
        <h2 className="govuk-heading-m">Invite somebody</h2>
        {flash.shownOnce?.map((link) => (
          <p key={link} className="govuk-body">
            In this demonstration the link is shown here too: <code className="app-secret">{link}</code>
          </p>
        ))}
        <StaffForm action={addressOf("inviteStaff", params)} csrf={csrf} button="Send the invitation">
          <input type="hidden" name="from" value={addressOf("team", params)} />
          <TextInput
            id="email"
            name="email"
            type="email"
            autoComplete="off"
            spellCheck={false}
            defaultValue={flash.values?.email ?? ""}
            text={{ label: "Email address" }}
            error={errorOf(flash.problems, "email")}
          />
          <Select
            id="role"
            name="role"
            defaultValue={flash.values?.role ?? "view_only"}
            text={{ label: "Role" }}
            error={errorOf(flash.problems, "role")}
            options={Object.entries(ROLE_NAMES).map(([value, name]) => ({ value, name }))}
          />
        </StaffForm>
      </>
    ),
  };
});
