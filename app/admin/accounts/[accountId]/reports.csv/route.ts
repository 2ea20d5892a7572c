import { accountTime } from "@/domain/accounts/account-time";
import { reportPeriod, settledNet, type ReportRow } from "@/domain/reports/report-period";
import { amountColumns, column, headOf, rowOf, type Cell, type Column } from "../../../csv";
import { staffDownload } from "../../../staff-download";
import { lastDays } from "../overview/figures";
import { readPeriod } from "../reports/read-period";

const COLUMNS: readonly Column<ReportRow>[] = [
  column("Day or month", ({ part }) => part),
  column("Successful payments", ({ payments }) => payments),
  amountColumns("Successful payments", ({ paymentsPence }) => paymentsPence),
  column("Not successful", ({ unsuccessful }) => unsuccessful),
  column("Refunds", ({ refunds }) => refunds),
  amountColumns("Refunds", ({ refundsPence }) => refundsPence),
  amountColumns("Fees of these payments", ({ feesPence }) => feesPence),
  column("Disputes opened", ({ disputes }) => disputes),
  amountColumns("Disputes opened", ({ disputesPence }) => disputesPence),
  column("Payments settled", ({ settledPayments }) => settledPayments),
  amountColumns("Payments settled", ({ settledPaymentsPence }) => settledPaymentsPence),
  amountColumns("Fees of those settled", ({ settledFeesPence }) => settledFeesPence),
  amountColumns("Refunds settled", ({ settledRefundsPence }) => settledRefundsPence),
  amountColumns("Lost disputes settled", ({ settledDisputesPence }) => settledDisputesPence),
  amountColumns("Settled, net", settledNet),
];

/** A report's days or months, each figure of its page in a column. */
export const GET = staffDownload("reportCsv", async ({ caller, query, now }) => {
  const today = lastDays(accountTime(caller.account, now), 1)[0] ?? "";
  const { period, values, problems } = readPeriod(query, today);
  if (problems.length > 0) return undefined;
  const rows = await reportPeriod(caller, period);
  return {
    name: `report-${values.from}-to-${values.to}`,
    head: headOf(COLUMNS),
    batches: inOneBatch(rows.map((row) => rowOf(COLUMNS, row))),
  };
});

async function* inOneBatch(rows: readonly (readonly Cell[])[]) {
  yield rows;
}
