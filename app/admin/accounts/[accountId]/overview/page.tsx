import { alertInWords } from "@/components/admin/alert-words";
import { DayChart } from "@/components/admin/day-chart";
import { formatDate, formatListed, formatMoment } from "@/components/admin/format";
import { figures, moments, Table } from "@/components/table";
import { Details } from "@/components/details";
import { Inset } from "@/components/inset";
import { accountTime } from "@/domain/accounts/account-time";
import { isUnderMaintenance } from "@/domain/accounts/find-caller";
import { listOpenAlerts, type Alert } from "@/domain/alerts/open-alerts";
import { sumByDay } from "@/domain/reports/sum-by-day";
import { formatPounds } from "@/messages/format";
import { addressOf, type Params } from "../../../routes";
import { staffPage } from "../../../staff-page";
import { startOfDay } from "../../../start-of-day";
import { lastDays, OUTCOMES, sumOfPayments, sumOfRefunds, type Sum } from "./figures";

const SHOWN_DAYS = 30;

export default staffPage("overview", async ({ caller, params, now: realNow }) => {
  const { account } = caller;
  const now = accountTime(account, realNow);
  const days = lastDays(now, SHOWN_DAYS);
  const [first = "", week = "", today = ""] = [days[0], days.at(-7), days.at(-1)];
  const [{ payments, refunds }, alerts, maintenance] = await Promise.all([
    sumByDay(caller, startOfDay(first) ?? now),
    listOpenAlerts(caller),
    isUnderMaintenance(),
  ]);
  const spans = [today, week, first];
  const ofDay = (day: string) =>
    payments
      .filter((row) => row.day === day && row.status === "success")
      .reduce((sum, row) => ({ count: sum.count + row.payments, pence: sum.pence + row.pence }), {
        count: 0,
        pence: 0,
      });
  const byDay = days.map((day) => ({ day, ...ofDay(day) }));
  return {
    title: "Overview",
    children: (
      <>
        {maintenance && (
          <Inset title="Under maintenance">
            <p className="govuk-body">
              The operators have switched the service off for now: no new payments are taken. You can still
              look at everything.
            </p>
          </Inset>
        )}
        {!account.live && (
          <p className="govuk-body">
            This is the test side of your service: no card is charged and no figure here is money.
            {account.clockAheadSeconds > 0 && ` By its test clock it is ${formatMoment(now)}.`}
          </p>
        )}
        {alerts.length > 0 && <Alerts alerts={alerts} params={params} />}
        {payments.length === 0 ? (
          <p className="govuk-body">
            There were no payments in the last {SHOWN_DAYS} days. They appear here as soon as your service
            creates them.
          </p>
        ) : (
          <>
            <Table
              caption="Payments and refunds"
              head={["What", ...["Today", "Last 7 days", `Last ${SHOWN_DAYS} days`].map(figures)]}
              rows={[
                ...OUTCOMES.map(([name, counts]) => ({
                  key: name,
                  cells: [name, ...spans.map((since) => sumInWords(sumOfPayments(payments, since, counts)))],
                })),
                {
                  key: "refunds",
                  cells: ["Refunds", ...spans.map((since) => sumInWords(sumOfRefunds(refunds, since)))],
                },
              ]}
            />
            <DayChart name={`Successful payments on each of the last ${SHOWN_DAYS} days`} days={byDay} />
            <Details summary="The same as a table">
              <Table
                caption="Successful payments by day, latest first"
                head={["Day", figures("Payments"), figures("Value")]}
                rows={byDay.toReversed().map(({ day, count, pence }) => ({
                  key: day,
                  cells: [formatDate(day), count.toLocaleString("en-GB"), formatPounds(pence)],
                }))}
              />
            </Details>
          </>
        )}
        {alerts.length === 0 && (
          <>
            <h2 className="govuk-heading-m">Open alerts</h2>
            <p className="govuk-body">There is nothing that somebody should look at.</p>
          </>
        )}
      </>
    ),
  };
});

function Alerts({ alerts, params }: { alerts: readonly Alert[]; params: Params }) {
  return (
    <Table
      caption="Open alerts: somebody should look at these"
      head={["Alert", moments("Last raised"), "How often"]}
      rows={alerts.map(({ id, kind, lastRaisedAt, times }) => ({
        key: id,
        cells: [
          <a
            key="link"
            className="govuk-link app-table__link"
            href={addressOf("alert", { ...params, alertId: id })}
          >
            {alertInWords(kind)}
          </a>,
          formatListed(lastRaisedAt),
          times === 1 ? "Once" : `${times} times`,
        ],
      }))}
    />
  );
}

/** What it comes to, and below it how many. */
function sumInWords({ count, pence }: Sum) {
  if (count === 0) return "–";
  return (
    <>
      {formatPounds(pence)}
      <span className="app-table__second">{count.toLocaleString("en-GB")}</span>
    </>
  );
}
