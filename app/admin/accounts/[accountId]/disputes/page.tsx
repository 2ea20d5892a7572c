import { redirect } from "next/navigation";
import { DayInputs } from "@/components/admin/day-inputs";
import { FilterForm } from "@/components/admin/filter-form";
import { formatListed } from "@/components/admin/format";
import { Pages } from "@/components/admin/pages";
import { DISPUTE_STATUS_NAMES } from "@/components/admin/status-names";
import { Tag } from "@/components/admin/tag";
import { figures, moments, Table } from "@/components/table";
import { Select } from "@/components/select";
import type { Dispute } from "@/domain/disputes/dispute";
import { searchDisputes } from "@/domain/disputes/search-disputes";
import { isRefused } from "@/domain/refused";
import { formatPounds } from "@/messages/format";
import { listAddress, PAGE_SIZE, pageIn } from "../../../list-address";
import { readDays } from "../../../read-days";
import { addressOf, type Params } from "../../../routes";
import { staffPage } from "../../../staff-page";
import { reasonInWords } from "./reason-in-words";

export default staffPage("disputes", async ({ caller, params, query, here }) => {
  const { from = "", to = "", status = "" } = query;
  const filters = { from, to, status: Object.hasOwn(DISPUTE_STATUS_NAMES, status) ? status : "" };
  const days = readDays(filters);
  const found = await searchDisputes(caller, {
    page: pageIn(query),
    display_size: PAGE_SIZE,
    status: filters.status === "" ? undefined : filters.status,
    from_date: days.from,
    to_date: days.before,
  });
  if (isRefused(found)) redirect(listAddress(here, filters));
  const { total, rows, page, displaySize } = found;
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return {
    title: "Disputes",
    problems: days.problems,
    children: (
      <>
        <FilterForm name="Disputes" here={here} button="Find disputes">
          <Select
            id="status"
            name="status"
            defaultValue={filters.status}
            text={{ label: "Status" }}
            error={undefined}
            options={[
              { value: "", name: "Any" },
              ...Object.entries(DISPUTE_STATUS_NAMES).map(([value, name]) => ({ value, name })),
            ]}
          />
          <DayInputs
            values={filters}
            problems={days.problems}
            labels={["Opened on or after", "Opened on or before"]}
          />
        </FilterForm>
        {total === 0 ? (
          <p className="govuk-body">
            {isFiltered
              ? "No dispute is like that. Take away a filter to see more."
              : "There are no disputes. If a payer’s bank takes a payment back, it stands here, with the day by which to answer."}
          </p>
        ) : (
          <Table
            caption={total === 1 ? "1 dispute" : `${total.toLocaleString("en-GB")} disputes, newest first`}
            head={[
              "Dispute",
              moments("Opened"),
              "Status",
              figures("Amount"),
              "Reason",
              moments("Evidence due"),
            ]}
            rows={rows.map((dispute) => ({ key: dispute.id, cells: cellsOf(dispute, params) }))}
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

function cellsOf(dispute: Dispute, params: Params) {
  const { id, createdAt, status, amount, reason, evidenceDueAt } = dispute;
  return [
    <a
      key="link"
      className="govuk-link app-table__link"
      href={addressOf("dispute", { ...params, disputeId: id })}
    >
      {id}
    </a>,
    formatListed(createdAt),
    <Tag key="status" status={status}>
      {DISPUTE_STATUS_NAMES[status]}
    </Tag>,
    formatPounds(amount),
    reasonInWords(reason),
    status === "needs_response" && evidenceDueAt ? formatListed(evidenceDueAt) : "–",
  ];
}
