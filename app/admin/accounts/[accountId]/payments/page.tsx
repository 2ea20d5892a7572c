import { redirect } from "next/navigation";
import { Pages } from "@/components/admin/pages";
import { StatusTag } from "@/components/admin/status-tag";
import { TwoLines } from "@/components/admin/two-lines";
import { figures, moments, names, Table, words } from "@/components/table";
import { formatListed } from "@/components/admin/format";
import { CARD_BRAND_NAMES } from "@/contract/card";
import { isRefused } from "@/domain/refused";
import { totalAmount, type Payment } from "@/domain/payments/payment";
import { searchPayments } from "@/domain/payments/search-payments";
import { formatPounds } from "@/messages/format";
import { CARD_NUMBER_REFUSED } from "../../../card-number-refused";
import { addressOf, type Params } from "../../../routes";
import { staffPage } from "../../../staff-page";
import { PaymentFilterForm } from "./payment-filter-form";
import { FILTERS, looksLikeCardNumber, readFilters } from "./payment-filters";

/** From so many payments on, a file takes long enough to be told so. */
const LONG_FILE = 50_000;

export default staffPage("payments", async ({ caller, params, query, here }) => {
  if (FILTERS.some((name) => looksLikeCardNumber(query[name] ?? ""))) redirect(`${here}?refused=card-number`);
  const read = readFilters(query);
  const problems = [
    ...(query.refused === "card-number" ? [{ field: "reference", text: CARD_NUMBER_REFUSED }] : []),
    ...read.problems,
  ];
  const found = await searchPayments(caller, read.search);
  if (isRefused(found)) redirect(pageOf(here, read.query, 1));
  const { total, rows, page, displaySize } = found;
  return {
    title: "Payments",
    problems,
    children: (
      <>
        <PaymentFilterForm here={here} values={read.values} problems={problems} />
        {total > 0 && (
          <p className="govuk-body app-found">
            <span>
              {total === 1 ? "1 payment" : `${total.toLocaleString("en-GB")} payments`}
              {page > 1 && `, page ${page}`}
            </span>
            {problems.length === 0 && (
              <a className="govuk-link app-download" href={csvOf(params, read.query)} download>
                Download {total === 1 ? "it" : "all of them"} as CSV
              </a>
            )}
            {total >= LONG_FILE && (
              <span>
                Your browser loads it while you go on working; a million payments take a minute or two.
              </span>
            )}
          </p>
        )}
        {rows.length === 0 ? (
          <p className="govuk-body">
            {read.query.size > 0
              ? "No payment is like that. Take away a filter to see more."
              : "There are no payments yet. They appear here as soon as your service creates them."}
          </p>
        ) : (
          <Table
            caption="Payments, newest first"
            head={[
              "Reference",
              moments("Created"),
              "Status",
              figures("Amount"),
              figures("Refunded"),
              words("Card"),
              names("Name and email"),
            ]}
            rows={rows.map((payment) => ({ key: payment.id, cells: cellsOf(payment, params) }))}
          />
        )}
        <Pages
          page={page}
          displaySize={displaySize}
          total={total}
          hrefOf={(number) => pageOf(here, read.query, number)}
        />
      </>
    ),
  };
});

function cellsOf(payment: Payment, params: Params) {
  const { cardBrand, lastDigits, cardholderName, refunded } = payment;
  const email = payment.payerEmail ?? payment.email;
  return [
    <a
      key="link"
      className="govuk-link app-table__link"
      href={addressOf("payment", { ...params, paymentId: payment.id })}
    >
      {payment.reference}
    </a>,
    formatListed(payment.createdAt),
    <StatusTag key="status" {...payment} />,
    formatPounds(totalAmount(payment)),
    refunded > 0 ? formatPounds(refunded) : "–",
    <TwoLines
      key="card"
      both={[cardBrand && CARD_BRAND_NAMES[cardBrand], lastDigits && `•••• ${lastDigits}`]}
    />,
    <TwoLines key="payer" both={[cardholderName, email]} />,
  ];
}

function csvOf(params: Params, query: URLSearchParams): string {
  return [addressOf("paymentsCsv", params), query.toString()].filter(Boolean).join("?");
}

function pageOf(here: string, query: URLSearchParams, page: number): string {
  const asked = new URLSearchParams(query);
  if (page > 1) asked.set("page", String(page));
  return asked.size > 0 ? `${here}?${asked.toString()}` : here;
}
