/** Records on one page of a list. */
export const PAGE_SIZE = 50;

/** Which page of a list an address asks for; the first, where it does not say so in figures. */
export function pageIn(query: Readonly<Record<string, string>>): number {
  return /^[1-9]\d{0,8}$/u.test(query.page ?? "") ? Number(query.page) : 1;
}

/** The address of a page of a list, with the filters that are not empty. */
export function listAddress(here: string, filters: Readonly<Record<string, string>>, page = 1): string {
  const asked = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  if (page > 1) asked.set("page", String(page));
  return asked.size > 0 ? `${here}?${asked.toString()}` : here;
}
