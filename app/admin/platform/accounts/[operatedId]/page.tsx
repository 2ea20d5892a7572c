import { ActButton } from "@/components/admin/act-button";
import { Checkboxes } from "@/components/admin/checkboxes";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { SummaryList } from "@/components/summary-list";
import { TextInput } from "@/components/text-input";
import { findOperated } from "@/domain/accounts/operate-platform";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";
import { AMOUNTS, RATES, SWITCHES } from "./feature-fields";

export default staffPage("operatedAccount", async ({ params, csrf, flash, here }) => {
  const found = await findOperated(params.operatedId ?? "");
  if (!found) return undefined;
  const { account, service } = found;
  const typed = flash.values;
  const number = (hint?: string) =>
    function NumberField([name, label]: [string, string]) {
      const stored = account[name as keyof typeof AMOUNTS | keyof typeof RATES];
      return (
        <TextInput
          key={name}
          id={name}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          width={10}
          defaultValue={typed ? typed[name] : (stored ?? "")}
          text={{ label, hint }}
          error={errorOf(flash.problems, name)}
        />
      );
    };
  return {
    title: service.nameEn,
    caption: account.live ? "Live account" : "Test account",
    back: { href: addressOf("platform"), name: "The platform" },
    children: (
      <>
        <SummaryList
          rows={[
            { key: "Organisation", value: service.organisation },
            { key: "Provider", value: account.paymentProvider },
            { key: "Credentials", value: account.providerReady ? "In use" : "None yet" },
            { key: "State", value: account.disabled ? "Disabled" : "On" },
          ]}
        />
        {account.disabled ? (
          <ActButton
            action={addressOf("enableAccount", params)}
            csrf={csrf}
            from={here}
            button="Enable the account again"
          />
        ) : (
          <p className="govuk-body">
            <a className="govuk-link" href={addressOf("disableAccount", params)}>
              Disable the account
            </a>
          </p>
        )}
        <StaffForm action={here} csrf={csrf} button="Save">
          <Checkboxes
            id="motoEnabled"
            legend="Features"
            options={Object.entries(SWITCHES).map(([name, label]) => ({ name, label }))}
            isChosen={(name) => (typed ? typed[name] === "on" : account[name as keyof typeof SWITCHES])}
          />
          {Object.entries(AMOUNTS).map(number())}
          {Object.entries(RATES).map(number("Leave it empty for the platform’s own limit"))}
        </StaffForm>
      </>
    ),
  };
});
