import { ACTS, type Act } from "@/domain/staff/acts";
import type { AuditCriteria } from "@/domain/staff/list-audit";
import { readDays } from "./read-days";

/** The form's fields, named as in the address. */
const FILTERS = ["who", "what", "from", "to"] as const;
type Filter = (typeof FILTERS)[number];

/** Reads the filters out of an address. What is wrong is told, and left out of the search. */
export function readAuditFilters(query: Readonly<Record<string, string>>, serviceId: string | undefined) {
  const values = Object.fromEntries(
    FILTERS.map((name) => [name, (query[name] ?? "").trim().slice(0, 254)]),
  ) as Record<Filter, string>;
  const { from, before: until, problems } = readDays(values);
  const criteria: AuditCriteria = {
    serviceId,
    who: values.who === "" ? undefined : values.who,
    what: Object.hasOwn(ACTS, values.what) ? (values.what as Act) : undefined,
    from,
    until,
    before: /^\d{1,15}$/u.test(query.before ?? "") ? Number(query.before) : undefined,
  };
  const kept = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  return { values, problems, criteria, kept };
}
