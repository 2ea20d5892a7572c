import { formatMoment } from "@/components/admin/format";
import { ActButton } from "@/components/admin/act-button";
import { errorOf } from "@/components/admin/staff-form";
import { StaffTable } from "@/components/admin/table";
import { Button } from "@/components/button";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { ACTS } from "@/domain/staff/acts";
import { ENTRIES_PER_PAGE, listAudit } from "@/domain/staff/list-audit";
import type { AuditEntry } from "@/domain/staff/note-act";
import { isAsWritten } from "@/domain/staff/verify-audit";
import { readAuditFilters } from "./audit-filters";
import { problemOf } from "./audit-verdict";
import type { PageMade } from "./staff-page";

interface Asked {
  readonly serviceId: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly here: string;
  readonly csrf: string;
  /** Where the same entries are a file, and where the chain is checked. */
  readonly csv: string;
  readonly verify: string;
}

/** What staff did, newest first: one service's staff, or everybody. */
export async function auditPage({ serviceId, query, here, csrf, csv, verify }: Asked): Promise<PageMade> {
  const { values, problems, criteria, kept } = readAuditFilters(query, serviceId);
  const entries = await listAudit(criteria);
  const changed = entries.filter((entry) => !isAsWritten(entry));
  const last = entries.length === ENTRIES_PER_PAGE ? entries.at(-1) : undefined;
  const older = new URLSearchParams([...kept, ["before", String(last?.id ?? "")]]);
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
    title: "Audit",
    problems: [...problems, ...changed.map(({ id }) => problemOf(id, "was changed"))],
    children: (
      <>
        <search>
          <form method="get" action={here} className="app-filters" aria-label="Entries">
            <div className="app-filters__fields">
              <TextInput
                id="who"
                name="who"
                autoComplete="off"
                spellCheck={false}
                defaultValue={values.who}
                text={{ label: "Who (email address)" }}
                error={undefined}
              />
              <Select
                id="what"
                name="what"
                defaultValue={values.what}
                text={{ label: "What" }}
                error={undefined}
                options={[
                  { value: "", name: "Anything" },
                  ...Object.entries(ACTS).map(([value, name]) => ({ value, name })),
                ]}
              />
              {date("from", "On or after")}
              {date("to", "On or before")}
            </div>
            <div className="govuk-button-group">
              <Button>Find entries</Button>
              <a className="govuk-link" href={here}>
                Clear filters
              </a>
            </div>
          </form>
        </search>
        {entries.length > 0 ? (
          <StaffTable
            caption="What was done, newest first"
            head={["When", "Who", "What", "To what", "Before", "After"]}
            rows={entries.map((entry) => ({ key: String(entry.id), cells: cellsOf(entry) }))}
          />
        ) : (
          <p className="govuk-body">
            {kept.size > 0
              ? "No entry is like that. Clear the filters to see all of them."
              : "Nothing was done yet. Everything that staff do appears here."}
          </p>
        )}
        {last && (
          <nav className="app-pages" aria-label="Pages">
            <a className="govuk-link" rel="next" href={`${here}?${older.toString()}`}>
              Older entries
            </a>
          </nav>
        )}
        <p className="govuk-body">
          <a className="govuk-link" href={kept.size > 0 ? `${csv}?${kept.toString()}` : csv}>
            Download these as CSV
          </a>
        </p>
        <h2 className="govuk-heading-m">Is it whole?</h2>
        <p className="govuk-body">
          Each entry of the platform’s audit is sealed together with the one before, so that a change or a gap
          shows. {entries.length > 0 && changed.length === 0 && "Those above are as they were written. "}
          Checking reads all of it, and finds what is missing too.
        </p>
        <ActButton action={verify} csrf={csrf} from={here} button="Check the audit" />
      </>
    ),
  };
}

function cellsOf(entry: AuditEntry) {
  const { happenedAt, who, fromAddress, what, resourceType, resourceId, before, after } = entry;
  return [
    formatMoment(happenedAt),
    fromAddress === null ? who : `${who}, from ${fromAddress}`,
    Object.hasOwn(ACTS, what) ? ACTS[what as keyof typeof ACTS] : what,
    resourceType === null ? "–" : `${resourceType} ${resourceId ?? ""}`,
    inWords(before),
    inWords(after),
  ];
}

function inWords(details: unknown): string {
  const entries = Object.entries((details ?? {}) as Record<string, unknown>);
  const texts = entries.map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return texts.join("; ") || "–";
}
