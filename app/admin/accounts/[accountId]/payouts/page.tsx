import { formatDate } from "@/components/admin/format";
import { redirect } from "next/navigation";
import { Pages } from "@/components/admin/pages";
import { PAYOUT_STATUS_NAMES } from "@/components/admin/status-names";
import { Tag } from "@/components/admin/tag";
import { figures, moments, Table } from "@/components/table";
import { searchPayouts } from "@/domain/payouts/search-payouts";
import { isRefused } from "@/domain/refused";
import { formatPounds } from "@/messages/format";
import { capabilitiesOf } from "@/psp/capabilities";
import { listAddress, PAGE_SIZE, pageIn } from "../../../list-address";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";

export default staffPage("payouts", async ({ caller, params, query, here }) => {
  const found = await searchPayouts(caller, { page: pageIn(query), display_size: PAGE_SIZE });
  if (isRefused(found)) redirect(here);
  const { total, rows, page, displaySize } = found;
  return {
    title: "Payouts",
    children: (
      <>
        {total === 0 ? (
          <p className="govuk-body">
            {capabilitiesOf(caller.account.paymentProvider).reportsSettlement
              ? "There are no payouts yet. Your payment provider pays what you have taken into your bank some days later; each time, it stands here with its parts."
              : "This account’s payment provider does not tell us what it pays into your bank. Look at its own dashboard or statements."}
          </p>
        ) : (
          <Table
            caption={total === 1 ? "1 payout" : `${total.toLocaleString("en-GB")} payouts, latest first`}
            head={["Payout", moments("Arrives on"), "Status", figures("Amount"), "Parts"]}
            rows={rows.map(({ id, providerId, arrivesOn, status, amount, reconciledAt }) => ({
              key: id,
              cells: [
                <a
                  key="link"
                  className="govuk-link app-table__link"
                  href={addressOf("payout", { ...params, payoutId: id })}
                >
                  {providerId}
                </a>,
                formatDate(arrivesOn),
                <Tag key="status" status={status}>
                  {PAYOUT_STATUS_NAMES[status]}
                </Tag>,
                formatPounds(amount),
                reconciledAt ? "Read" : "Not known yet",
              ],
            }))}
          />
        )}
        <Pages
          page={page}
          displaySize={displaySize}
          total={total}
          hrefOf={(number) => listAddress(here, {}, number)}
        />
      </>
    ),
  };
});
