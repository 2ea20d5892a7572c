/** Characters as the contract counts them: Unicode code points (D35). */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Text that Postgres can store and JSON can carry: no NUL, no half of a surrogate pair (D35). */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
