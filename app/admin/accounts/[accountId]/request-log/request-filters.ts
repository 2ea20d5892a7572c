import type { RequestCriteria } from "@/domain/accounts/list-requests";
import { isId } from "@/domain/new-id";
import { readDays } from "../../../read-days";

/** The form's fields, named as in the address. */
const FILTERS = ["status", "path", "key", "from", "to"] as const;
type Filter = (typeof FILTERS)[number];

/** Reads the filters out of an address. What is wrong is told, and left out of the search. */
export function readRequestFilters(query: Readonly<Record<string, string>>) {
  const values = Object.fromEntries(
    FILTERS.map((name) => [name, (query[name] ?? "").trim().slice(0, 100)]),
  ) as Record<Filter, string>;
  const { from, before: until, problems } = readDays(values);
  const criteria: RequestCriteria = {
    from,
    until,
    statusClass: /^[2-5]$/u.test(values.status) ? Number(values.status) : undefined,
    path: values.path === "" ? undefined : values.path,
    apiKeyId: isId(values.key) ? values.key : undefined,
    before: /^\d{1,15}$/u.test(query.before ?? "") ? Number(query.before) : undefined,
  };
  const kept = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  return { values, problems, criteria, kept };
}
