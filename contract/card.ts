import { z } from "zod";

/** Card networks by id: what agreements and searches print and take (D11). */
export const CARD_BRANDS = [
  "visa",
  "master-card",
  "american-express",
  "diners-club",
  "discover",
  "jcb",
  "unionpay",
  "maestro",
] as const;

export const CardBrand = z.enum(CARD_BRANDS);
export type CardBrand = z.infer<typeof CardBrand>;

/** The names that payments print (D11). */
export const CARD_BRAND_NAMES: Readonly<Record<CardBrand, string>> = {
  visa: "Visa",
  "master-card": "Mastercard",
  "american-express": "American Express",
  "diners-club": "Diners Club",
  discover: "Discover",
  jcb: "Jcb",
  unionpay: "Union Pay",
  maestro: "Maestro",
};

/** Null when the ranges do not tell. */
export type CardType = "credit" | "debit" | null;
export const CardType = z.enum(["credit", "debit"]).nullable();

/** What a number tells about its card before any bank is asked (D30). */
export interface CardKind {
  brand: CardBrand;
  type: CardType;
  corporate: boolean;
  prepaid: boolean;
  /** Where it was issued, two capital letters; absent when unknown. */
  country?: string;
}
export const CardKind = z.object({
  brand: CardBrand,
  type: CardType,
  corporate: z.boolean(),
  prepaid: z.boolean(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .exactOptional(),
}) satisfies z.ZodType<CardKind>;
