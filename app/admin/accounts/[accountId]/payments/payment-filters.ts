import { CARD_BRAND_NAMES } from "@/contract/card";
import { hasValidCheckDigit } from "@/contract/card-brand";
import { SearchPayments } from "@/contract/search";
import type { PaymentStatus, StateCode } from "@/contract/states";
import type { StaffCriteria } from "@/domain/payments/search-payments";
import { startOfDay } from "./start-of-day";

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
  readonly problems: readonly { readonly field: Filter; readonly text: string }[];
  readonly search: SearchPayments & StaffCriteria;
  /** The filters in an address, without the page. */
  readonly query: URLSearchParams;
}

/** Reads the filters out of an address. What is wrong is told, and left out of the search. */
export function readFilters(query: Readonly<Record<string, string>>): ReadFilters {
  const values = Object.fromEntries(
    FILTERS.map((name) => [name, (query[name] ?? "").trim()]),
  ) as unknown as FilterValues;
  const problems: { field: Filter; text: string }[] = [];
  const wrong = (field: Filter, text: string) => void problems.push({ field, text });
  const status = Object.hasOwn(STATUS_FILTERS, values.status)
    ? STATUS_FILTERS[values.status as keyof typeof STATUS_FILTERS]
    : undefined;
  const [from, to] = [values.from, values.to].map((day) => (day === "" ? undefined : startOfDay(day)));
  if (values.from !== "" && !from) wrong("from", "Enter a real date to begin with.");
  if (values.to !== "" && !to) wrong("to", "Enter a real date to end with.");
  if (from && to && from > to) wrong("to", "Enter an end that is not before the beginning.");
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
    wrong((issue.path[0] ?? "reference") as Filter, "Enter something shorter.");
  const base = given.success ? given.data : SearchPayments.parse({ display_size: String(PAGE_SIZE) });
  return {
    values,
    problems,
    search: {
      ...base,
      ...(from && { from_date: from }),
      // The day itself is meant too.
      ...(to && { to_date: startOfDay(values.to, 1) }),
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
