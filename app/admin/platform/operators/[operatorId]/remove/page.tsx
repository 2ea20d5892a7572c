import { StaffForm } from "@/components/admin/staff-form";
import { listOperators } from "@/domain/staff/operators";
import { addressOf } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

export default staffPage("removeOperator", async ({ params, csrf, here }) => {
  const operator = (await listOperators()).find(({ id }) => id === params.operatorId);
  if (!operator) return undefined;
  const back = { href: addressOf("operators"), name: "Operators" };
  return {
    title: `Remove ${operator.name}`,
    back,
    children: (
      <StaffForm
        action={here}
        csrf={csrf}
        button="Remove them from the operators"
        look="warning"
        otherwise={{ href: back.href, name: "Keep them" }}
      >
        <p className="govuk-body">
          {operator.email} is signed out at once and looks after the platform no more. They stay on the teams
          of their services, and what they did stays in the audit.
        </p>
      </StaffForm>
    ),
  };
});
