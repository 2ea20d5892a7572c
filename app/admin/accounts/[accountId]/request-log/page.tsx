import { formatMoment } from "@/components/admin/format";
import { errorOf } from "@/components/admin/staff-form";
import { StaffTable } from "@/components/admin/table";
import { Button } from "@/components/button";
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
  const date = (name: "from" | "to", label: string) => (
    <TextInput
      id={name}
      name={name}
      type="date"
      defaultValue={values[name]}
      text={{ label }}
      error={errorOf(problems, name)}
    />
  );
  return {
    title: "Request log",
    problems,
    children: (
      <>
        <search>
          <form method="get" action={here} className="app-filters" aria-label="Requests">
            <div className="app-filters__fields">
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
              {date("from", "On or after")}
              {date("to", "On or before")}
            </div>
            <div className="govuk-button-group">
              <Button>Find requests</Button>
              <a className="govuk-link" href={here}>
                Clear filters
              </a>
            </div>
          </form>
        </search>
        {found.length > 0 ? (
          <StaffTable
            caption="Requests, newest first; kept for 30 days"
            head={["Request", "Answer", "When", "Took", "API key"]}
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
                formatMoment(request.happenedAt),
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
          <nav className="app-pages" aria-label="Pages">
            <a
              className="govuk-link"
              rel="next"
              href={`${here}?${new URLSearchParams([...kept, ["before", String(last.request.id)]]).toString()}`}
            >
              Older requests
            </a>
          </nav>
        )}
      </>
    ),
  };
});
