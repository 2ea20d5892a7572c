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

/** What a search has of its page, and of how many. */
export interface Slice<Row> {
  readonly total: number;
  readonly rows: Row[];
}

/**
 * A page of a search (section 2.6).
 *
 * Nothing found is page 1 of nothing, whichever page was asked for; a page past the last is refused (D17).
 */
export async function searchPage<Row>(
  { page, display_size: displaySize }: Paging,
  find: (limit: number, offset: number) => Promise<Slice<Row>>,
) {
  const { total, rows } = await find(displaySize, (page - 1) * displaySize);
  if (total === 0) return { total, page: 1, displaySize, rows: [] } satisfies Found<Row>;
  if ((page - 1) * displaySize >= total) return refused("pageNotFound");
  return { total, page, displaySize, rows } satisfies Found<Row>;
}

/** Counts and fetches at the same time. */
export async function together<Row>(
  counting: Promise<number>,
  fetching: Promise<Row[]>,
): Promise<Slice<Row>> {
  const [total, rows] = await Promise.all([counting, fetching]);
  return { total, rows };
}

/** A pattern for LIKE that finds `text` anywhere, its own wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/gu, "\\$&")}%`;
}
