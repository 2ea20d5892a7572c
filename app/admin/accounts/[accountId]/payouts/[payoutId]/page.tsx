import { formatDate } from "@/components/admin/format";
import { redirect } from "next/navigation";
import { Pages } from "@/components/admin/pages";
import { PAYOUT_STATUS_NAMES } from "@/components/admin/status-names";
import { figures, Table } from "@/components/table";
import { SummaryList } from "@/components/summary-list";
import { findPayout, listPayoutLines, sumPayout } from "@/domain/payouts/find-payout";
import { isStanding, type Payout, type StoredPayoutLine } from "@/domain/payouts/payout";
import { formatPounds } from "@/messages/format";
import { listAddress, PAGE_SIZE, pageIn } from "../../../../list-address";
import { addressOf, type Params } from "../../../../routes";
import { staffPage } from "../../../../staff-page";
import { LINE_KINDS } from "../line-kinds";

export default staffPage("payout", async ({ caller, params, query, here }) => {
  const payout = await findPayout(caller, params.payoutId ?? "");
  if (!payout) return undefined;
  const page = pageIn(query);
  const [sums, lines] = await Promise.all([
    sumPayout(payout),
    listPayoutLines(payout, PAGE_SIZE, (page - 1) * PAGE_SIZE),
  ]);
  if (page > 1 && lines.length === 0) redirect(here);
  const parts = sums.reduce((total, sum) => total + sum.parts, 0);
  const net = sums.reduce((total, sum) => total + sum.net, 0);
  return {
    title: `Payout of ${formatPounds(payout.amount)}`,
    caption: payout.providerId,
    back: { href: addressOf("payouts", params), name: "Payouts" },
    children: (
      <>
        <SummaryList
          rows={[
            { key: "Status", value: PAYOUT_STATUS_NAMES[payout.status] },
            { key: "Arrives on", value: formatDate(payout.arrivesOn) },
            { key: "Amount", value: formatPounds(payout.amount) },
            { key: "Payout ID", value: payout.id },
          ]}
        />
        {!isStanding(payout) && (
          <p className="govuk-body">
            It has not reached the bank. What is in it goes out again with a later payout, and is settled by
            that one.
          </p>
        )}
        <p className="govuk-body">{whetherItAddsUp(payout, parts, net)}</p>
        {parts > 0 && (
          <>
            <Table
              caption="What is in it"
              head={["What", figures("How many"), figures("Gross"), figures("Fees"), figures("Net")]}
              rows={[
                ...sums.map((sum) => ({
                  key: sum.kind,
                  cells: [LINE_KINDS[sum.kind], sum.parts.toLocaleString("en-GB"), ...moneyOf(sum)],
                })),
                {
                  key: "all",
                  cells: [
                    <strong key="all">All together</strong>,
                    parts.toLocaleString("en-GB"),
                    formatPounds(sums.reduce((total, { gross }) => total + gross, 0)),
                    formatPounds(sums.reduce((total, { fee }) => total + fee, 0)),
                    <strong key="net">{formatPounds(net)}</strong>,
                  ],
                },
              ]}
            />
            <p className="govuk-body">
              <a className="govuk-link app-download" href={addressOf("payoutCsv", params)} download>
                Download all its parts as CSV
              </a>
            </p>
            <Table
              caption="Its parts"
              head={["What", "Which", figures("Gross"), figures("Fee"), figures("Net")]}
              rows={lines.map((line) => ({
                key: line.providerId,
                cells: [
                  LINE_KINDS[line.kind],
                  <Which key="which" line={line} params={params} />,
                  ...moneyOf(line),
                ],
              }))}
            />
          </>
        )}
        <Pages
          page={page}
          displaySize={PAGE_SIZE}
          total={parts}
          hrefOf={(number) => listAddress(here, {}, number)}
        />
      </>
    ),
  };
});

function whetherItAddsUp({ amount, reconciledAt }: Payout, parts: number, net: number): string {
  if (!reconciledAt)
    return "Its parts are not known yet: they are read from the payment provider once it has them.";
  const are = parts === 1 ? "Its one part is" : `Its ${parts.toLocaleString("en-GB")} parts add up to`;
  if (net === amount) return `${are} ${formatPounds(net)}, which is to the penny what was paid out.`;
  const gap = formatPounds(Math.abs(net - amount));
  return `${are} ${formatPounds(net)}, which is ${gap} ${net > amount ? "more" : "less"} than was paid out. Ask your payment provider why.`;
}

function moneyOf({ gross, fee, net }: { gross: number; fee: number; net: number }): string[] {
  return [formatPounds(gross), formatPounds(fee), formatPounds(net)];
}

/** What a part is about: a link, where it is about something of ours. */
function Which({ line, params }: { line: StoredPayoutLine; params: Params }) {
  const { paymentId, disputeId, returnedProviderId, description, providerId } = line;
  const href =
    disputeId !== null
      ? addressOf("dispute", { ...params, disputeId })
      : paymentId !== null
        ? addressOf("payment", { ...params, paymentId })
        : undefined;
  if (href === undefined) return returnedProviderId ?? description ?? providerId;
  return (
    <a className="govuk-link app-table__link" href={href}>
      {line.refundId ?? disputeId ?? paymentId}
    </a>
  );
}
