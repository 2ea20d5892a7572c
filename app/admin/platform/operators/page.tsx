import { ActButton } from "@/components/admin/act-button";
import { formatMoment } from "@/components/admin/format";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { Table } from "@/components/table";
import { TextInput } from "@/components/text-input";
import { listInvitations } from "@/domain/staff/invitations";
import { listOperators } from "@/domain/staff/operators";
import { addressOf } from "../../routes";
import { staffPage } from "../../staff-page";

export default staffPage("operators", async ({ caller, csrf, flash, here, now }) => {
  const [operators, invitations] = await Promise.all([listOperators(), listInvitations(null, now)]);
  return {
    title: "Operators",
    back: { href: addressOf("platform"), name: "The platform" },
    children: (
      <>
        <p className="govuk-body">
          Operators create services, switch features and look after the platform. They see no service’s
          payments unless they are on its team.
        </p>
        <Table
          caption="Operators"
          head={["Name", "Email address", "Second factor", "Remove"]}
          rows={operators.map(({ id, name, email, ready }) => ({
            key: id,
            cells: [
              name,
              email,
              ready ? "Set up" : "Not set up yet",
              id === caller.member.id ? (
                "This is you"
              ) : (
                <a
                  key="remove"
                  className="govuk-link app-table__link"
                  href={addressOf("removeOperator", { operatorId: id })}
                >
                  Remove<span className="govuk-visually-hidden"> {name}</span>
                </a>
              ),
            ],
          }))}
        />
        {invitations.length > 0 && (
          <Table
            caption="Invitations that wait to be accepted"
            head={["Email address", "Invited by", "Good until", "Withdraw"]}
            rows={invitations.map(({ id, email, invitedBy, expiresAt }) => ({
              key: id,
              cells: [
                email,
                invitedBy,
                formatMoment(expiresAt),
                <ActButton
                  key="withdraw"
                  action={addressOf("withdrawOperatorInvitation", { invitationId: id })}
                  csrf={csrf}
                  from={here}
                  button="Withdraw"
                />,
              ],
            }))}
          />
        )}
        <h2 className="govuk-heading-m">Invite an operator</h2>
        {flash.shownOnce?.map((link) => (
          <p key={link} className="govuk-body">
            In this demonstration the link is shown here too: <code className="app-secret">{link}</code>
          </p>
        ))}
        <StaffForm action={here} csrf={csrf} button="Send the invitation">
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
        </StaffForm>
      </>
    ),
  };
});
