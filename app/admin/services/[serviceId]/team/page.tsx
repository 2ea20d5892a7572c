import { formatListed } from "@/components/admin/format";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { moments, Table } from "@/components/table";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { listInvitations } from "@/domain/staff/invitations";
import { listMembers, type Member } from "@/domain/staff/members";
import { ROLE_NAMES } from "@/domain/staff/permissions";
import type { Problem } from "../../../flash";
import { addressOf, type Params } from "../../../routes";
import { staffPage } from "../../../staff-page";

export default staffPage("team", async ({ caller, params, csrf, flash, now }) => {
  const { id } = caller.service;
  const [members, invitations] = await Promise.all([listMembers(id), listInvitations(id, now)]);
  return {
    title: "Team",
    children: (
      <>
        <Table
          caption="Members"
          head={["Name", "Email address", moments("Since"), "Role", "Remove"]}
          rows={members.map((member) => ({
            key: member.id,
            cells: [
              member.name,
              member.email,
              formatListed(member.addedAt),
              <RoleForm key="role" member={member} params={params} csrf={csrf} problems={flash.problems} />,
              <a
                key="remove"
                className="govuk-link app-table__link"
                href={addressOf("removeMember", { ...params, staffId: member.id })}
              >
                Remove<span className="govuk-visually-hidden"> {member.name}</span>
              </a>,
            ],
          }))}
        />
        {invitations.length > 0 && (
          <Table
            caption="Invitations that wait to be accepted"
            head={["Email address", "Role", moments("Good until"), "Withdraw"]}
            rows={invitations.map(({ id: key, email, role, expiresAt }) => ({
              key,
              cells: [
                email,
                role && ROLE_NAMES[role],
                formatListed(expiresAt),
                <StaffForm
                  key="withdraw"
                  action={addressOf("withdrawInvitation", { ...params, invitationId: key })}
                  csrf={csrf}
                  button="Withdraw"
                  look="secondary"
                />,
              ],
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

function RoleForm({
  member: { id, name, role },
  params,
  csrf,
  problems,
}: {
  member: Member;
  params: Params;
  csrf: string;
  problems: readonly Problem[] | undefined;
}) {
  return (
    <StaffForm
      action={addressOf("changeRole", { ...params, staffId: id })}
      csrf={csrf}
      button="Change"
      look="secondary"
    >
      <input type="hidden" name="from" value={addressOf("team", params)} />
      <Select
        id={`role-${id}`}
        name="role"
        defaultValue={role}
        text={{ label: `Role of ${name}` }}
        error={errorOf(problems, `role-${id}`)}
        options={Object.entries(ROLE_NAMES).map(([value, each]) => ({ value, name: each }))}
      />
    </StaffForm>
  );
}
