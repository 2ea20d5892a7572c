import { ActButton } from "@/components/admin/act-button";
import { formatMoment } from "@/components/admin/format";
import { StaffForm } from "@/components/admin/staff-form";
import { Details } from "@/components/details";
import { Select } from "@/components/select";
import type { Account } from "@/domain/caller";
import { listServices, readPlatform } from "@/domain/accounts/operate-platform";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

const PROVIDERS = [
  { value: "stripe", name: "Stripe" },
  { value: "worldpay", name: "Worldpay" },
];

export default staffPage("platform", async ({ csrf, here }) => {
  const [services, { maintenance, ranges, operators }] = await Promise.all([listServices(), readPlatform()]);
  return {
    title: "The platform",
    back: { href: addressOf("services"), name: "Your services" },
    children: (
      <>
        <h2 className="govuk-heading-m">Services</h2>
        <p className="govuk-body">
          <a className="govuk-link" href={addressOf("newService")}>
            Create a service
          </a>{" "}
          or read{" "}
          <a className="govuk-link" href={addressOf("platformAudit")}>
            the audit
          </a>
        </p>
        {services.map(({ service, accounts }) => (
          <div key={service.id}>
            <h3 className="govuk-heading-s">
              {service.nameEn}, {service.organisation}
            </h3>
            <ul className="app-side__links">
              {accounts.map((account) => (
                <li key={account.id}>
                  <a className="govuk-link" href={addressOf("operatedAccount", { operatedId: account.id })}>
                    {nameOf(account)}
                    <span className="govuk-visually-hidden"> of {service.nameEn}</span>
                  </a>
                </li>
              ))}
            </ul>
            {!accounts.some(({ live }) => live) && (
              <Details summary={`Open a live account of ${service.nameEn}`}>
                <StaffForm
                  action={addressOf("openLiveAccount", { operatedServiceId: service.id })}
                  csrf={csrf}
                  button="Open a live account"
                  look="secondary"
                >
                  <input type="hidden" name="from" value={here} />
                  <Select
                    id={`provider-${service.id}`}
                    name="provider"
                    text={{ label: "Payment provider of the live side" }}
                    error={undefined}
                    options={PROVIDERS}
                  />
                </StaffForm>
              </Details>
            )}
          </div>
        ))}
        <h2 className="govuk-heading-m">Maintenance</h2>
        <p className="govuk-body">
          {maintenance
            ? "The platform is under maintenance: every API request is answered with 503."
            : "The platform is open. Under maintenance every API request is answered with 503, and services try again."}
        </p>
        <ActButton
          action={addressOf("switchMaintenance")}
          csrf={csrf}
          from={here}
          button={maintenance ? "End maintenance" : "Begin maintenance"}
          look={maintenance ? "secondary" : "warning"}
          hidden={{ on: maintenance ? "" : "on" }}
        />
        <h2 className="govuk-heading-m">Card ranges</h2>
        <p className="govuk-body">
          {ranges.loadedAt === null
            ? "No table of issuers’ ranges is loaded: cards are identified by public ranges only."
            : `${ranges.count.toLocaleString("en-GB")} ranges, loaded on ${formatMoment(ranges.loadedAt)}.`}{" "}
          <a className="govuk-link" href={addressOf("cardRanges")}>
            Load a table
          </a>
        </p>
        <h2 className="govuk-heading-m">Operators</h2>
        <p className="govuk-body">
          {operators === 1 ? "There is one operator." : `There are ${operators} operators.`}{" "}
          <a className="govuk-link" href={addressOf("operators")}>
            See, invite and remove operators
          </a>
        </p>
      </>
    ),
  };
});

function nameOf({ live, paymentProvider, disabled }: Account): string {
  return `${live ? "Live" : "Test"}, ${paymentProvider}${disabled ? ", disabled" : ""}`;
}
