import { CARD_BRAND_NAMES } from "@/contract/card";
import type { PaymentInstrument } from "@/domain/agreements/agreement";

/** A saved card as far as staff see it: Visa •••• 1111, expires 04/31. */
export function cardInWords({ cardBrand, lastDigits, cardExpiry }: PaymentInstrument): string {
  const brand = cardBrand === null ? "Card" : CARD_BRAND_NAMES[cardBrand];
  return `${brand} •••• ${lastDigits}, expires ${cardExpiry}`;
}
