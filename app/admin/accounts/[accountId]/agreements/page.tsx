import { redirect } from "next/navigation";
import { FilterForm } from "@/components/admin/filter-form";
import { formatListed } from "@/components/admin/format";
import { Pages } from "@/components/admin/pages";
import { AGREEMENT_STATUS_NAMES } from "@/components/admin/status-names";
import { Tag } from "@/components/admin/tag";
import { moments, Table } from "@/components/table";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { SearchAgreements } from "@/contract/search";
import { searchAgreements } from "@/domain/agreements/search-agreements";
import { isRefused } from "@/domain/refused";
import { CARD_NUMBER_REFUSED } from "../../../card-number-refused";
import { listAddress, PAGE_SIZE, pageIn } from "../../../list-address";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";
import { looksLikeCardNumber } from "../payments/payment-filters";
import { cardInWords } from "./card-in-words";

export default staffPage("agreements", async ({ caller, params, query, here }) => {
  const { reference = "", status = "" } = query;
  if (looksLikeCardNumber(reference)) redirect(`${here}?refused=card-number`);
  const problems = query.refused === "card-number" ? [{ field: "reference", text: CARD_NUMBER_REFUSED }] : [];
  const filters = {
    reference: reference.trim().slice(0, 255),
    status: Object.hasOwn(AGREEMENT_STATUS_NAMES, status) ? status : "",
  };
  const search = SearchAgreements.parse({
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")),
    page: String(pageIn(query)),
    display_size: String(PAGE_SIZE),
  });
  const found = await searchAgreements(caller, search);
  if (isRefused(found)) redirect(listAddress(here, filters));
  const { total, rows, page, displaySize } = found;
  const isFiltered = filters.reference !== "" || filters.status !== "";
  return {
    title: "Agreements",
    problems,
    children: (
      <>
        <FilterForm name="Agreements" here={here} button="Find agreements">
          <TextInput
            id="reference"
            name="reference"
            defaultValue={filters.reference}
            autoComplete="off"
            spellCheck={false}
            text={{ label: "Reference" }}
            error={undefined}
          />
          <Select
            id="status"
            name="status"
            defaultValue={filters.status}
            text={{ label: "Status" }}
            error={undefined}
            options={[
              { value: "", name: "Any" },
              ...Object.entries(AGREEMENT_STATUS_NAMES).map(([value, name]) => ({ value, name })),
            ]}
          />
        </FilterForm>
        {total === 0 ? (
          <p className="govuk-body">
            {isFiltered
              ? "No agreement is like that. Take away a filter to see more."
              : "There are no agreements yet. Your service creates them by the API, and payers save their card for them with a payment."}
          </p>
        ) : (
          <Table
            caption={
              total === 1 ? "1 agreement" : `${total.toLocaleString("en-GB")} agreements, newest first`
            }
            head={["Reference", moments("Created"), "Status", "Description", "Card"]}
            rows={rows.map(({ agreement, instrument }) => ({
              key: agreement.id,
              cells: [
                <a
                  key="link"
                  className="govuk-link app-table__link"
                  href={addressOf("agreement", { ...params, agreementId: agreement.id })}
                >
                  {agreement.reference}
                </a>,
                formatListed(agreement.createdAt),
                <Tag key="status" status={agreement.status}>
                  {AGREEMENT_STATUS_NAMES[agreement.status]}
                </Tag>,
                agreement.description,
                instrument ? cardInWords(instrument) : "–",
              ],
            }))}
          />
        )}
        <Pages
          page={page}
          displaySize={displaySize}
          total={total}
          hrefOf={(number) => listAddress(here, filters, number)}
        />
      </>
    ),
  };
});
