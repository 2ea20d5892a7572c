import { DayInputs } from "@/components/admin/day-inputs";
import { FilterForm } from "@/components/admin/filter-form";
import { formatLogged } from "@/components/admin/format";
import { OlderLink } from "@/components/admin/older-link";
import { figures, moments, Table } from "@/components/table";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { listRequests, REQUESTS_PER_PAGE } from "@/domain/accounts/list-requests";
import { listApiKeys } from "@/domain/accounts/manage-api-keys";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";
import { readRequestFilters } from "./request-filters";

const STATUSES = [
  { value: "", name: "Any" },
  { value: "2", name: "Done (2xx)" },
  { value: "4", name: "Refused (4xx)" },
  { value: "5", name: "Failed (5xx)" },
];

export default staffPage("requestLog", async ({ caller, params, query, here }) => {
  const { values, problems, criteria, kept } = readRequestFilters(query);
  const [found, keys] = await Promise.all([
    listRequests(caller.account, criteria),
    listApiKeys(caller.account),
  ]);
  const last = found.length === REQUESTS_PER_PAGE ? found.at(-1) : undefined;
  return {
    title: "Request log",
    problems,
    children: (
      <>
        <FilterForm name="Requests" here={here} button="Find requests">
          <Select
            id="status"
            name="status"
            defaultValue={values.status}
            text={{ label: "Answer" }}
            error={undefined}
            options={STATUSES}
          />
          <TextInput
            id="path"
            name="path"
            autoComplete="off"
            spellCheck={false}
            defaultValue={values.path}
            text={{ label: "Path contains" }}
            error={undefined}
          />
          <Select
            id="key"
            name="key"
            defaultValue={values.key}
            text={{ label: "API key" }}
            error={undefined}
            options={[{ value: "", name: "Any" }, ...keys.map(({ id, name }) => ({ value: id, name }))]}
          />
          <DayInputs values={values} problems={problems} />
        </FilterForm>
        {found.length > 0 ? (
          <Table
            caption="Requests, newest first; kept for 30 days"
            head={["Request", "Answer", moments("When"), figures("Took"), "API key"]}
            rows={found.map(({ request, keyName }) => ({
              key: String(request.id),
              cells: [
                <a
                  key="link"
                  className="govuk-link app-table__link"
                  href={addressOf("loggedRequest", { ...params, entryId: String(request.id) })}
                >
                  {request.method} {request.path}
                </a>,
                [request.httpStatus, request.code].filter(Boolean).join(" "),
                formatLogged(request.happenedAt),
                `${request.milliseconds} ms`,
                keyName ?? "–",
              ],
            }))}
          />
        ) : (
          <p className="govuk-body">
            {kept.size > 0 || criteria.before !== undefined
              ? "No request is like that. Clear the filters to see all of them."
              : "There was no request yet. What your systems ask with an API key appears here a second later."}
          </p>
        )}
        {last && (
          <OlderLink
            name="Older requests"
            href={`${here}?${new URLSearchParams([...kept, ["before", String(last.request.id)]]).toString()}`}
          />
        )}
      </>
    ),
  };
});
