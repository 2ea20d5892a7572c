import { DayInputs } from "@/components/admin/day-inputs";
import { FilterForm } from "@/components/admin/filter-form";
import { formatLogged } from "@/components/admin/format";
import { OlderLink } from "@/components/admin/older-link";
import { TwoLines } from "@/components/admin/two-lines";
import { ActButton } from "@/components/admin/act-button";
import { moments, names, Table } from "@/components/table";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { ACTS } from "@/domain/staff/acts";
import type { AuditCheck } from "@/domain/staff/check-audit";
import { findAuditCheck } from "@/domain/staff/find-audit-check";
import { ENTRIES_PER_PAGE, listAudit } from "@/domain/staff/list-audit";
import type { AuditEntry } from "@/domain/staff/note-act";
import { isAsWritten } from "@/domain/staff/verify-audit";
import { readAuditFilters } from "./audit-filters";
import { lastCheckInWords, problemFound, problemOf } from "./audit-verdict";
import type { Problem } from "./flash";
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
  const [entries, check] = await Promise.all([listAudit(criteria), findAuditCheck()]);
  const changed = entries.filter((entry) => !isAsWritten(entry));
  const last = entries.length === ENTRIES_PER_PAGE ? entries.at(-1) : undefined;
  const older = new URLSearchParams([...kept, ["before", String(last?.id ?? "")]]);
  return {
    title: "Audit",
    problems: [...problems, ...problemsOf(check, changed)],
    children: (
      <>
        <FilterForm name="Entries" here={here} button="Find entries">
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
          <DayInputs values={values} problems={problems} />
        </FilterForm>
        {entries.length > 0 ? (
          <Table
            caption="What was done, newest first"
            head={[moments("When"), names("Who"), names("What"), "What changed"]}
            rows={entries.map((entry) => ({ key: String(entry.id), cells: cellsOf(entry) }))}
          />
        ) : (
          <p className="govuk-body">
            {kept.size > 0
              ? "No entry is like that. Clear the filters to see all of them."
              : "Nothing was done yet. Everything that staff do appears here."}
          </p>
        )}
        {last && <OlderLink name="Older entries" href={`${here}?${older.toString()}`} />}
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
        <p className="govuk-body">{lastCheckInWords(check)}</p>
        <ActButton action={verify} csrf={csrf} from={here} button="Check the audit" />
      </>
    ),
  };
}

/** Of an entry that the check has come upon and that is on this page, it is said once. */
function problemsOf(check: AuditCheck | undefined, changed: readonly AuditEntry[]): Problem[] {
  const found = check && problemFound(check);
  const others = changed.filter(({ id }) => !found || id !== check.brokenId);
  return [...(found ? [found] : []), ...others.map(({ id }) => problemOf(id, "was changed"))];
}

function cellsOf(entry: AuditEntry) {
  const { happenedAt, who, fromAddress, what, resourceType, resourceId, before, after } = entry;
  return [
    formatLogged(happenedAt),
    <TwoLines key="who" both={[who, fromAddress && `from ${fromAddress}`]} />,
    <TwoLines
      key="what"
      both={[
        Object.hasOwn(ACTS, what) ? ACTS[what as keyof typeof ACTS] : what,
        resourceType && `${resourceType} ${resourceId ?? ""}`,
      ]}
    />,
    <Changes key="changes" before={detailsIn(before)} after={detailsIn(after)} />,
  ];
}

type Details = ReadonlyMap<string, string>;

/** What is different now, each with what it was before, where it was anything. */
function Changes({ before, after }: { before: Details; after: Details }) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  if (changed.length === 0) return "–";
  return (
    <ul className="app-changes">
      {changed.map((name) => (
        <li key={name}>
          {name}: {before.has(name) && <del>{before.get(name)}</del>}
          {before.has(name) && after.has(name) && " → "}
          {after.get(name)}
        </li>
      ))}
    </ul>
  );
}

function detailsIn(details: unknown): Details {
  const entries = Object.entries((details ?? {}) as Record<string, unknown>);
  return new Map(entries.map(([name, value]) => [name, inWords(value)]));
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
