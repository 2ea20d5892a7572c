import { CARD_BRAND_NAMES } from "@/contract/card";
import { hasValidCheckDigit } from "@/contract/card-brand";
import { SearchPayments } from "@/contract/search";
import type { PaymentStatus, StateCode } from "@/contract/states";
import type { StaffCriteria } from "@/domain/payments/search-payments";
import type { Problem } from "../../../flash";
import { readDays } from "../../../read-days";

export const PAGE_SIZE = 50;

/** What the filter of statuses offers; a failure is told by its kind. */
export const STATUS_FILTERS = {
  created: { name: "Created", state: "created" },
  started: { name: "Started", state: "started" },
  submitted: { name: "Card entered", state: "submitted" },
  capturable: { name: "Authorised, not taken yet", state: "capturable" },
  success: { name: "Successful", state: "success" },
  failed: { name: "Failed, for any reason", state: "failed" },
  declined: { name: "Failed: declined", state: "failed", code: "P0010" },
  expired: { name: "Failed: expired", state: "failed", code: "P0020" },
  cancelled_by_payer: { name: "Failed: cancelled by the payer", state: "failed", code: "P0030" },
  cancelled: { name: "Cancelled by the service", state: "cancelled" },
  error: { name: "Error", state: "error" },
} as const satisfies Record<string, { name: string; state: PaymentStatus; code?: StateCode }>;

/** The form's fields, named as in the address. */
export const FILTERS = [
  "reference",
  "email",
  "cardholder_name",
  "last_digits",
  "brand",
  "status",
  "from",
  "to",
  "metadata",
] as const;
export type Filter = (typeof FILTERS)[number];
export type FilterValues = Readonly<Record<Filter, string>>;

export interface ReadFilters {
  readonly values: FilterValues;
  readonly problems: readonly Problem[];
  readonly search: SearchPayments & StaffCriteria;
  /** The filters in an address, without the page. */
  readonly query: URLSearchParams;
}

/** Reads the filters out of an address. What is wrong is told, and left out of the search. */
export function readFilters(query: Readonly<Record<string, string>>): ReadFilters {
  const values = Object.fromEntries(
    FILTERS.map((name) => [name, (query[name] ?? "").trim()]),
  ) as unknown as FilterValues;
  const days = readDays(values);
  const problems: Problem[] = [...days.problems];
  const wrong = (field: string, text: string) => void problems.push({ field, text });
  const status = Object.hasOwn(STATUS_FILTERS, values.status)
    ? STATUS_FILTERS[values.status as keyof typeof STATUS_FILTERS]
    : undefined;
  if (values.last_digits !== "" && !/^\d{4}$/u.test(values.last_digits))
    wrong("last_digits", "Enter the last 4 digits of the card’s number.");
  const given = SearchPayments.safeParse({
    ...filled("reference", values.reference),
    ...filled("email", values.email),
    ...filled("cardholder_name", values.cardholder_name),
    ...(/^\d{4}$/u.test(values.last_digits) && { last_digits_card_number: values.last_digits }),
    ...(Object.hasOwn(CARD_BRAND_NAMES, values.brand) && { card_brand: values.brand }),
    ...(status && { state: status.state }),
    page: /^[1-9]\d{0,8}$/u.test(query.page ?? "") ? query.page : "1",
    display_size: String(PAGE_SIZE),
  });
  for (const issue of given.success ? [] : given.error.issues)
    wrong(String(issue.path[0] ?? "reference"), "Enter something shorter.");
  const base = given.success ? given.data : SearchPayments.parse({ display_size: String(PAGE_SIZE) });
  return {
    values,
    problems,
    search: {
      ...base,
      ...(days.from && { from_date: days.from }),
      ...(days.before && { to_date: days.before }),
      ...(status && "code" in status && { code: status.code }),
      ...(values.metadata !== "" && { metadata_value: values.metadata.slice(0, 100) }),
    },
    query: new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")),
  };
}

/** Whether something typed could be a card number, which must not stand in an address or a log. */
export function looksLikeCardNumber(text: string): boolean {
  return (text.match(/\d(?:[ \u00a0\-.]?\d){11,18}/gu) ?? []).some((run) =>
    hasValidCheckDigit(run.replaceAll(/\D/gu, "")),
  );
}

function filled(name: string, value: string): Record<string, string> {
  return value === "" ? {} : { [name]: value };
}
