import { listOwnServices, type OwnService } from "@/domain/staff/find-caller-of";
import { ROLE_NAMES, roleMay, type Side } from "@/domain/staff/permissions";
import type { Account } from "@/domain/caller";
import { addressOf } from "./routes";
import { staffPage } from "./staff-page";

const PLACES = [
  ["Overview", "overview"],
  ["Payments", "payments"],
] as const;

const SIDES = { test: "Test", live: "Live" } as const;

export default staffPage("services", async ({ caller }) => {
  const owned = await listOwnServices(caller);
  return {
    title: "Your services",
    children: (
      <>
        {caller.member.operator && (
          <ul className="app-acts">
            <li>
              <a className="govuk-link" href={addressOf("newService")}>
                Create a service
              </a>
            </li>
            <li>
              <a className="govuk-link" href={addressOf("resetSecondFactor")}>
                Reset somebody’s second factor
              </a>
            </li>
            <li>
              <a className="govuk-link" href={addressOf("platform")}>
                Look after the platform
              </a>
            </li>
          </ul>
        )}
        {owned.length === 0 ? (
          <p className="govuk-body">
            You are not a member of any service. Ask an admin of yours to invite you.
          </p>
        ) : (
          <div className="app-services">
            {owned.map((each) => (
              <Service key={each.service.id} {...each} />
            ))}
          </div>
        )}
      </>
    ),
  };
});

function Service({ service, role, accounts }: OwnService) {
  return (
    <div>
      <h2 className="govuk-heading-m">{service.nameEn}</h2>
      <p className="govuk-body">
        {service.organisation} · your role: {ROLE_NAMES[role]}
      </p>
      <ul className="app-side-list">
        {accounts
          .filter((account) => roleMay(role, "viewPayments", sideOf(account)))
          .map((account) => (
            <li key={account.id} className={account.live ? "app-side app-side--live" : "app-side"}>
              <h3 className="app-side__name">
                <span className={`app-tag app-tag--${sideOf(account)}`}>{SIDES[sideOf(account)]}</span>
              </h3>
              <ul className="app-side__links">
                {PLACES.map(([name, route]) => (
                  <li key={route}>
                    <a className="govuk-link" href={addressOf(route, { accountId: account.id })}>
                      {name}
                      <span className="govuk-visually-hidden">
                        {" "}
                        of {service.nameEn}, {SIDES[sideOf(account)]}
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
      </ul>
    </div>
  );
}

function sideOf({ live }: Account): Side {
  return live ? "live" : "test";
}
