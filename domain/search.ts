import { refused } from "./refused";

/** Which page of a search is asked for. */
export interface Paging {
  readonly page: number;
  readonly display_size: number;
}

/** One page of a search and how much there is in all. */
export interface Found<Row> {
  readonly total: number;
  readonly page: number;
  readonly displaySize: number;
  readonly rows: readonly Row[];
}

/**
 * Counts and fetches a page at the same time (section 2.6).
 *
 * Nothing found is page 1 of nothing, whichever page was asked for; a page past the last is refused (D17).
 */
export async function searchPage<Row>(
  { page, display_size: displaySize }: Paging,
  count: () => Promise<number>,
  fetch: (limit: number, offset: number) => Promise<Row[]>,
) {
  const [total, rows] = await Promise.all([count(), fetch(displaySize, (page - 1) * displaySize)]);
  if (total === 0) return { total, page: 1, displaySize, rows: [] } satisfies Found<Row>;
  if ((page - 1) * displaySize >= total) return refused("pageNotFound");
  return { total, page, displaySize, rows } satisfies Found<Row>;
}

/** A pattern for LIKE that finds `text` anywhere, its own wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/gu, "\\$&")}%`;
}
