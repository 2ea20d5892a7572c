import { StaffForm } from "@/components/admin/staff-form";
import { listMembers } from "@/domain/staff/members";
import { addressOf } from "../../../../../routes";
import { staffPage } from "../../../../../staff-page";

export default staffPage("removeMember", async ({ caller, params, csrf, here }) => {
  const members = await listMembers(caller.service.id);
  const member = members.find(({ id }) => id === params.staffId);
  if (!member) return undefined;
  const back = { href: addressOf("team", params), name: "Team" };
  return {
    title: `Remove ${member.name}`,
    back,
    children: (
      <StaffForm
        action={here}
        csrf={csrf}
        button="Remove them from the team"
        look="warning"
        otherwise={{ href: back.href, name: "Keep them" }}
      >
        <p className="govuk-body">
          {member.email} is signed out at once and cannot see this service any more. What they did stays in
          the audit.
        </p>
      </StaffForm>
    ),
  };
});
