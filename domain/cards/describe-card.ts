import { CARD_BRAND_NAMES, type CardBrand } from "@/contract/card";
import type { CardDetails } from "@/contract/resource-parts";
import type { Account } from "../caller";
import { omitAbsent } from "../omit-absent";

/** What is kept of a card, on a payment as on a saved card. */
interface KeptCard {
  readonly cardBrand: CardBrand | null;
  readonly cardType: "credit" | "debit" | null;
  readonly firstDigits: string | null;
  readonly lastDigits: string | null;
  readonly cardExpiry: string | null;
  readonly cardholderName: string | null;
  readonly billingAddress: unknown;
}

/**
 * Card details (2.1.4, D11); undefined where no card was given. Digits are numbers, or text where the account
 * asks for it.
 *
 * @param brandAs payments print the network's name, agreements its id.
 */
export function describeCard(
  card: KeptCard,
  { cardDigits }: Account,
  brandAs: "name" | "id",
): CardDetails | undefined {
  const { cardBrand, firstDigits, lastDigits, cardExpiry, cardholderName } = card;
  if (firstDigits === null || lastDigits === null || cardExpiry === null || cardholderName === null)
    return undefined;
  const digits = (text: string) => (cardDigits === "text" ? text : Number(text));
  return omitAbsent({
    card_brand: cardBrand && brandAs === "name" ? CARD_BRAND_NAMES[cardBrand] : cardBrand,
    card_type: card.cardType,
    last_digits_card_number: digits(lastDigits),
    first_digits_card_number: digits(firstDigits),
    expiry_date: cardExpiry,
    cardholder_name: cardholderName,
    billing_address: card.billingAddress ?? undefined,
  });
}
