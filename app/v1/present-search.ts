import type { Found } from "@/domain/search";
import { omitAbsent } from "@/domain/omit-absent";
import { link } from "./present-links";

/**
 * A page of a search (2.6, D17): links repeat the filters that were given and leave out what does not exist.
 *
 * @param filters as they were given, for the links.
 */
export function presentSearch<Row>(
  path: string,
  filters: URLSearchParams,
  found: Found<Row>,
  present: (row: Row) => object,
) {
  const { total, page, displaySize, rows } = found;
  const last = Math.max(1, Math.ceil(total / displaySize));
  const to = (number: number) => link("GET", `${path}?${queryOf(filters, number, displaySize)}`);
  return {
    total,
    count: rows.length,
    page,
    results: rows.map(present),
    _links: omitAbsent({
      self: to(page),
      first_page: to(1),
      last_page: to(last),
      prev_page: page > 1 ? to(page - 1) : undefined,
      next_page: page < last ? to(page + 1) : undefined,
    }),
  };
}

function queryOf(filters: URLSearchParams, page: number, displaySize: number): string {
  const paging = { page: String(page), display_size: String(displaySize) };
  return new URLSearchParams([...filters, ...Object.entries(paging)]).toString();
}
