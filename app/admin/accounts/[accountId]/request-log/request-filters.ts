import type { RequestCriteria } from "@/domain/accounts/list-requests";
import { isId } from "@/domain/new-id";
import { startOfDay } from "../payments/start-of-day";

/** The form's fields, named as in the address. */
const FILTERS = ["status", "path", "key", "from", "to"] as const;
type Filter = (typeof FILTERS)[number];

/** Reads the filters out of an address. What is wrong is told, and left out of the search. */
export function readRequestFilters(query: Readonly<Record<string, string>>) {
  const values = Object.fromEntries(
    FILTERS.map((name) => [name, (query[name] ?? "").trim().slice(0, 100)]),
  ) as Record<Filter, string>;
  const problems: { field: Filter; text: string }[] = [];
  const [from, to] = [values.from, values.to].map((day) => (day === "" ? undefined : startOfDay(day)));
  if (values.from !== "" && !from) problems.push({ field: "from", text: "Enter a real date to begin with." });
  if (values.to !== "" && !to) problems.push({ field: "to", text: "Enter a real date to end with." });
  const criteria: RequestCriteria = {
    from,
    // The day itself is meant too.
    until: to && startOfDay(values.to, 1),
    statusClass: /^[2-5]$/u.test(values.status) ? Number(values.status) : undefined,
    path: values.path === "" ? undefined : values.path,
    apiKeyId: isId(values.key) ? values.key : undefined,
    before: /^\d{1,15}$/u.test(query.before ?? "") ? Number(query.before) : undefined,
  };
  const kept = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  return { values, problems, criteria, kept };
}
