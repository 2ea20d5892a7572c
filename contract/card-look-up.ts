import type { CardBrand, CardType } from "./card";

/** First digits that a look-up takes: as many as ranges are told apart by, never a whole number. */
export const LOOK_UP_DIGITS = 11;

/** What the card page's script is told of a card whose first digits are typed. Pence where it is money. */
export interface CardLookUp {
  brand: CardBrand | null;
  type: CardType;
  corporate: boolean;
  prepaid: boolean;
  accepted: boolean;
  /** The card form's problem, null for a card that is accepted. */
  problem: string | null;
  surcharge: number;
  /** The same for the payer, in their language. */
  words: {
    /** Why the card cannot be used. */
    problem: string | null;
    /** What a corporate card costs more; null where it costs nothing. */
    surcharge: { note: string; fee: string; total: string } | null;
  };
}
