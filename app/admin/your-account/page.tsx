import { SummaryList } from "@/components/summary-list";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("yourAccount", async ({ caller: { member } }) => ({
  title: "Your account",
  children: (
    <>
      <SummaryList
        rows={[
          { key: "Name", value: member.name },
          { key: "Email address", value: member.email },
          ...(member.operator ? [{ key: "Platform", value: "Operator" }] : []),
        ]}
      />
      <ul className="govuk-list">
        <li>
          <a className="govuk-link" href={addressOf("changePassword")}>
            Change your password
          </a>
        </li>
        <li>
          <a className="govuk-link" href={addressOf("recoveryCodes")}>
            Make new recovery codes
          </a>
        </li>
      </ul>
    </>
  ),
}));
