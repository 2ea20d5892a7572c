import type { CardBrand } from "./card";

/** First digits of each network's numbers, narrower ranges before the wider ones around them. */
const RANGES: readonly (readonly [from: number, to: number, brand: CardBrand])[] = [
  [34, 34, "american-express"],
  [37, 37, "american-express"],
  [300, 305, "diners-club"],
  [309, 309, "diners-club"],
  [36, 36, "diners-club"],
  [38, 39, "diners-club"],
  [3528, 3589, "jcb"],
  [6011, 6011, "discover"],
  [644, 649, "discover"],
  [65, 65, "discover"],
  [62, 62, "unionpay"],
  [81, 81, "unionpay"],
  [2221, 2720, "master-card"],
  [51, 55, "master-card"],
  [50, 50, "maestro"],
  [56, 58, "maestro"],
  [63, 63, "maestro"],
  [67, 67, "maestro"],
  [4, 4, "visa"],
];

/**
 * The network that a number or its beginning belongs to, or null while that is open. A hint for the page while
 * typing: the server decides by its table of ranges (D30).
 */
export function brandOf(digits: string): CardBrand | null {
  const range = RANGES.find(([from, to]) => {
    const width = String(from).length;
    const start = Number(digits.slice(0, width));
    return digits.length >= width && start >= from && start <= to;
  });
  return range ? range[2] : null;
}

/** Digits in a network's security code; null while the network is open: then three and four are both fine. */
export function securityCodeLength(brand: CardBrand | null): 3 | 4 | null {
  if (brand === null) return null;
  return brand === "american-express" ? 4 : 3;
}

/** Whether the check digit of a number fits (the Luhn formula). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
