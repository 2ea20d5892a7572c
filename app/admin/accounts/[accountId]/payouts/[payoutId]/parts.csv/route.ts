import { eachPayoutLine, findPayout } from "@/domain/payouts/find-payout";
import type { Payout, StoredPayoutLine } from "@/domain/payouts/payout";
import { amountColumns, column, headOf, rowOf, type Column } from "../../../../../csv";
import { staffDownload } from "../../../../../staff-download";
import { LINE_KINDS } from "../../line-kinds";

/** Every part of a payout. */
export const GET = staffDownload("payoutCsv", async ({ caller, params }) => {
  const payout = await findPayout(caller, params.payoutId ?? "");
  if (!payout) return undefined;
  const columns = columnsOf(payout);
  return {
    name: `payout-${payout.arrivesOn}-${payout.id}`,
    head: headOf(columns),
    batches: rowsOf(payout, columns),
  };
});

function columnsOf(payout: Payout): readonly Column<StoredPayoutLine>[] {
  return [
    column("Payout ID", () => payout.id),
    column("Provider’s ID of the payout", () => payout.providerId),
    column("Arrives on", () => payout.arrivesOn),
    column("Provider’s ID of the part", ({ providerId }) => providerId),
    column("What", ({ kind }) => LINE_KINDS[kind]),
    column("Payment ID", ({ paymentId }) => paymentId),
    column("Refund ID", ({ refundId }) => refundId),
    column("Dispute ID", ({ disputeId }) => disputeId),
    amountColumns("Gross", ({ gross }) => gross),
    amountColumns("Fee", ({ fee }) => fee),
    amountColumns("Net", ({ net }) => net),
    column("Description", ({ description }) => description),
    column("Payout that came back", ({ returnedProviderId }) => returnedProviderId),
  ];
}

async function* rowsOf(payout: Payout, columns: readonly Column<StoredPayoutLine>[]) {
  for await (const batch of eachPayoutLine(payout)) yield batch.map((line) => rowOf(columns, line));
}
