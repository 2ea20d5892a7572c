import { ACTS, type Act } from "@/domain/staff/acts";
import type { AuditCriteria } from "@/domain/staff/list-audit";
import { startOfDay } from "./accounts/[accountId]/payments/start-of-day";

/** The form's fields, named as in the address. */
const FILTERS = ["who", "what", "from", "to"] as const;
type Filter = (typeof FILTERS)[number];

/** Reads the filters out of an address. What is wrong is told, and left out of the search. */
export function readAuditFilters(query: Readonly<Record<string, string>>, serviceId: string | undefined) {
  const values = Object.fromEntries(
    FILTERS.map((name) => [name, (query[name] ?? "").trim().slice(0, 254)]),
  ) as Record<Filter, string>;
  const problems: { field: Filter; text: string }[] = [];
  const [from, to] = [values.from, values.to].map((day) => (day === "" ? undefined : startOfDay(day)));
  if (values.from !== "" && !from) problems.push({ field: "from", text: "Enter a real date to begin with." });
  if (values.to !== "" && !to) problems.push({ field: "to", text: "Enter a real date to end with." });
  const criteria: AuditCriteria = {
    serviceId,
    who: values.who === "" ? undefined : values.who,
    what: Object.hasOwn(ACTS, values.what) ? (values.what as Act) : undefined,
    from,
    // The day itself is meant too.
    until: to && startOfDay(values.to, 1),
    before: /^\d{1,15}$/u.test(query.before ?? "") ? Number(query.before) : undefined,
  };
  const kept = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  return { values, problems, criteria, kept };
}
