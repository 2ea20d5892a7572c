const SPACES_AND_DASHES = /[\s\p{Pd}\p{Cf}\u2212]/gu;

/** Without the spaces and dashes that people put between digits. */
export function digitsOf(answer: string): string {
  return answer.replace(SPACES_AND_DASHES, "");
}

/** 1 to 12, or null. */
export function readMonth(answer: string): number | null {
  const month = /^\d{1,2}$/.test(answer.trim()) ? Number(answer) : 0;
  return month >= 1 && month <= 12 ? month : null;
}

/** Four digits, of which the payer may have left out the century; or null. */
export function readYear(answer: string): number | null {
  const year = answer.trim();
  if (/^\d{2}$/.test(year)) return 2000 + Number(year);
  return /^\d{4}$/.test(year) ? Number(year) : null;
}

/** A postcode's letters and digits. */
export function squeeze(postcode: string): string {
  return postcode.replace(SPACES_AND_DASHES, "").toUpperCase();
}

/** Whether there are digits enough for a card number, however they are spread (D41). */
export function looksLikeCardNumber(text: string): boolean {
  return (text.match(/\p{Nd}/gu) ?? []).length >= 12;
}

/** Whether there is nothing but a security code. */
export function looksLikeSecurityCode(text: string): boolean {
  return /^\d{3,4}$/.test(text.replace(SPACES_AND_DASHES, ""));
}
