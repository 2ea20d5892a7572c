import { redirect } from "next/navigation";
import { Pages } from "@/components/admin/pages";
import { errorOf } from "@/components/admin/staff-form";
import { StatusTag } from "@/components/admin/status-tag";
import { StaffTable } from "@/components/admin/table";
import { formatMoment } from "@/components/admin/format";
import { Button } from "@/components/button";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { CARD_BRAND_NAMES } from "@/contract/card";
import { isRefused } from "@/domain/refused";
import { totalAmount, type Payment } from "@/domain/payments/payment";
import { searchPayments } from "@/domain/payments/search-payments";
import { formatPounds } from "@/messages/format";
import { CARD_NUMBER_REFUSED } from "../../../card-number-refused";
import { addressOf, type Params } from "../../../routes";
import { staffPage } from "../../../staff-page";
import {
  FILTERS,
  looksLikeCardNumber,
  readFilters,
  STATUS_FILTERS,
  type ReadFilters,
} from "./payment-filters";

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
        <Filters here={here} read={read} problems={problems} />
        <p className="govuk-body">
          {total === 1 ? "1 payment" : `${total.toLocaleString("en-GB")} payments`}
          {page > 1 && `, page ${page}`}
        </p>
        {total > 0 && problems.length === 0 && (
          <p className="govuk-body">
            <a className="govuk-link app-download" href={csvOf(params, read.query)} download>
              Download {total === 1 ? "it" : "all of them"} as CSV
            </a>
          </p>
        )}
        {rows.length > 0 && (
          <StaffTable
            caption="Payments, newest first"
            head={["Reference", "Created", "Status", "Amount", "Refunded", "Card", "Name and email"]}
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
    formatMoment(payment.createdAt),
    <StatusTag key="status" {...payment} />,
    formatPounds(totalAmount(payment)),
    refunded > 0 ? formatPounds(refunded) : "–",
    cardBrand !== null || lastDigits !== null
      ? `${cardBrand === null ? "" : CARD_BRAND_NAMES[cardBrand]} ${lastDigits === null ? "" : `•••• ${lastDigits}`}`
      : "–",
    [cardholderName, email].filter(Boolean).join(", ") || "–",
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

function Filters({
  here,
  read,
  problems,
}: {
  here: string;
  read: ReadFilters;
  problems: readonly { field: string; text: string }[];
}) {
  const { values } = read;
  const text = (field: "reference" | "email" | "cardholder_name" | "last_digits" | "metadata") => ({
    id: field,
    name: field,
    defaultValue: values[field],
    error: errorOf(problems, field),
    autoComplete: "off",
    spellCheck: false,
  });
  const day = (field: "from" | "to") => ({
    id: field,
    name: field,
    type: "date",
    defaultValue: values[field],
    error: errorOf(problems, field),
  });
  return (
    <search>
      <form method="get" action={here} className="app-filters" aria-label="Payments">
        <div className="app-filters__fields">
          <TextInput {...text("reference")} text={{ label: "Reference" }} />
          <TextInput {...text("email")} text={{ label: "Email address" }} />
          <TextInput {...text("cardholder_name")} text={{ label: "Name on the card" }} />
          <TextInput
            {...text("last_digits")}
            inputMode="numeric"
            text={{ label: "Last 4 digits of the card" }}
          />
          <Select
            id="brand"
            name="brand"
            defaultValue={values.brand}
            text={{ label: "Card brand" }}
            error={undefined}
            options={[{ value: "", name: "Any" }, ...namesOf(CARD_BRAND_NAMES)]}
          />
          <Select
            id="status"
            name="status"
            defaultValue={values.status}
            text={{ label: "Status" }}
            error={undefined}
            options={[
              { value: "", name: "Any" },
              ...Object.entries(STATUS_FILTERS).map(([value, { name }]) => ({ value, name })),
            ]}
          />
          <TextInput {...day("from")} text={{ label: "Created on or after" }} />
          <TextInput {...day("to")} text={{ label: "Created on or before" }} />
          <TextInput {...text("metadata")} text={{ label: "Metadata value" }} />
        </div>
        <div className="govuk-button-group">
          <Button>Find payments</Button>
          <a className="govuk-link" href={here}>
            Clear filters
          </a>
        </div>
      </form>
    </search>
  );
}

function namesOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, name]) => ({ value, name }));
}
