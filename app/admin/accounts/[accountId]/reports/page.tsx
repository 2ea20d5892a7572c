import { DayInputs } from "@/components/admin/day-inputs";
import { FilterForm } from "@/components/admin/filter-form";
import { formatDate, formatMonth } from "@/components/admin/format";
import { figures, Table } from "@/components/table";
import { SummaryList } from "@/components/summary-list";
import { accountTime } from "@/domain/accounts/account-time";
import { addUp, reportPeriod, settledNet, type Figures } from "@/domain/reports/report-period";
import { formatPounds } from "@/messages/format";
import { capabilitiesOf } from "@/psp/capabilities";
import { listAddress } from "../../../list-address";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";
import { lastDays } from "../overview/figures";
import { monthBefore, readPeriod } from "./read-period";

export default staffPage("reports", async ({ caller, params, query, here, now }) => {
  const today = lastDays(accountTime(caller.account, now), 1)[0] ?? "";
  const { period, values, problems } = readPeriod(query, today);
  const rows = await reportPeriod(caller, period);
  const all = addUp(rows);
  const { reportsSettlement } = capabilitiesOf(caller.account.paymentProvider);
  return {
    title: "Reports",
    problems,
    children: (
      <>
        <FilterForm name="Period" here={here} button="Show the report">
          <DayInputs values={values} problems={problems} labels={["From", "To, that day included"]} />
        </FilterForm>
        <p className="govuk-body">
          <a className="govuk-link app-download" href={listAddress(here, monthBefore(today, 0))}>
            This month
          </a>{" "}
          <a className="govuk-link app-download" href={listAddress(here, monthBefore(today, 1))}>
            Last month
          </a>
        </p>
        <h2 className="govuk-heading-m">
          {values.from === "" || problems.length > 0
            ? "This month so far"
            : `${formatDate(values.from)} to ${formatDate(values.to)}`}
        </h2>
        <SummaryList rows={factsOf(all)} />
        {!reportsSettlement && (
          <p className="govuk-body">
            This account’s payment provider does not tell us what it pays into your bank, nor its fees: see
            its own statements.
          </p>
        )}
        {rows.length === 0 ? (
          <p className="govuk-body">Nothing happened in this period. Choose another one.</p>
        ) : (
          <>
            <p className="govuk-body">
              <a
                className="govuk-link app-download"
                href={listAddress(addressOf("reportCsv", params), problems.length > 0 ? {} : values)}
                download
              >
                Download it as CSV
              </a>
            </p>
            <Table
              caption={period.by === "day" ? "Day by day" : "Month by month"}
              head={[
                "When",
                ...["Payments", "Not successful", "Refunds", "Fees", "Disputes", "Settled, net"].map(figures),
              ]}
              rows={rows.map((row) => ({
                key: row.part,
                cells: [
                  period.by === "day" ? formatDate(row.part) : formatMonth(row.part),
                  counted(row.payments, row.paymentsPence),
                  row.unsuccessful.toLocaleString("en-GB"),
                  counted(row.refunds, row.refundsPence),
                  formatPounds(row.feesPence),
                  counted(row.disputes, row.disputesPence),
                  formatPounds(settledNet(row)),
                ],
              }))}
            />
          </>
        )}
      </>
    ),
  };
});

function factsOf(all: Figures) {
  return [
    { key: "Successful payments", value: counted(all.payments, all.paymentsPence) },
    { key: "Not successful", value: all.unsuccessful.toLocaleString("en-GB") },
    { key: "Refunds", value: counted(all.refunds, all.refundsPence) },
    { key: "Fees of these payments", value: formatPounds(all.feesPence) },
    { key: "Disputes opened", value: counted(all.disputes, all.disputesPence) },
    { key: "Payments settled", value: counted(all.settledPayments, all.settledPaymentsPence) },
    { key: "Fees of those settled", value: formatPounds(all.settledFeesPence) },
    { key: "Refunds settled", value: formatPounds(all.settledRefundsPence) },
    { key: "Lost disputes settled", value: formatPounds(all.settledDisputesPence) },
    { key: "Settled, net", value: formatPounds(settledNet(all)), total: true },
  ];
}

function counted(count: number, pence: number): string {
  return count === 0 ? "None" : `${count.toLocaleString("en-GB")}, ${formatPounds(pence)}`;
}
