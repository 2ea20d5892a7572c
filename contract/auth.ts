import { z } from "zod";
import { looksLikeCardNumber, looksLikeSecurityCode } from "./card-answers";
import { LIMITS } from "./limits";
import { invalid, missing, type Price } from "./refusal";
import { isBlank, isStorable, lengthOf } from "./text";

/** Why card details of a telephone order are refused without spending the token (contract 3.6). */
export const SEND_CARD_RULES = {
  "one_time_token.missing": missing("P0101", "one_time_token"),
  "card_number.missing": missing("P0101", "card_number"),
  "cvc.missing": missing("P0101", "cvc"),
  "expiry_date.missing": missing("P0101", "expiry_date"),
  "cardholder_name.missing": missing("P0101", "cardholder_name"),
  "one_time_token.text": invalid("P0102", "one_time_token", "Must be a valid string format"),
  "card_number.format": invalid("P0102", "card_number", "Must be between 12 and 19 digits"),
  "cvc.format": invalid("P0102", "cvc", "Must be 3 or 4 digits"),
  "expiry_date.format": invalid(
    "P0102",
    "expiry_date",
    "Must be a date in the format MM/YY that has not passed",
  ),
  "cardholder_name.text": invalid("P0102", "cardholder_name", "Must be a valid string format"),
  // A caller that mixes its fields up must not have us store what we may not.
  "cardholder_name.digits": invalid(
    "P0102",
    "cardholder_name",
    "Must not be a card number or a security code",
  ),
  "cardholder_name.length": invalid(
    "P0102",
    "cardholder_name",
    `Must be less than or equal to ${LIMITS.cardholderNameCharacters} characters length`,
  ),
} as const satisfies Record<string, Price>;

type Field = "one_time_token" | "card_number" | "cvc" | "expiry_date" | "cardholder_name";

const text = (field: Field, otherwise: "text" | "format") =>
  z
    .string({ error: (issue) => `${field}.${issue.input === undefined ? "missing" : otherwise}` })
    .refine((value) => !isBlank(value), { error: `${field}.missing` });

/** Body of POST /v1/auth (section 4.10): no issue of this schema carries input. */
export const SendCard = z.object({
  one_time_token: text("one_time_token", "text"),
  card_number: text("card_number", "format")
    .refine((value) => /^\d{12,19}$/u.test(value), { error: "card_number.format" })
    .meta({ pattern: "^[0-9]{12,19}$" }),
  cvc: text("cvc", "format")
    .refine((value) => /^\d{3,4}$/u.test(value), { error: "cvc.format" })
    .meta({ pattern: "^[0-9]{3,4}$" }),
  expiry_date: text("expiry_date", "format")
    .refine((value) => isFutureExpiry(value, new Date()), { error: "expiry_date.format" })
    .meta({ pattern: "^(0[1-9]|1[0-2])/[0-9]{2}$", description: "MM/YY" }),
  cardholder_name: text("cardholder_name", "text")
    .refine(isStorable, { error: "cardholder_name.text" })
    .refine((value) => !looksLikeCardNumber(value) && !looksLikeSecurityCode(value), {
      error: "cardholder_name.digits",
    })
    .refine((value) => lengthOf(value) <= LIMITS.cardholderNameCharacters, {
      error: "cardholder_name.length",
    }),
});
export type SendCard = z.infer<typeof SendCard>;

/** Whether MM/YY is this month or later. */
export function isFutureExpiry(text: string, now: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/u.exec(text) ?? [];
  if (month === undefined || year === undefined) return false;
  const months = (2000 + Number(year) - now.getUTCFullYear()) * 12 + Number(month) - 1 - now.getUTCMonth();
  return months >= 0;
}
