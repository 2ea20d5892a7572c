import { z } from "zod";
import { LIMITS } from "./limits";
import { AGREEMENT_STATUSES, DISPUTE_STATUSES, PAYMENT_STATUSES } from "./states";
import { isStorable, lengthOf } from "./text";

/**
 * The four searches' parameters (section 4, contract 3.4). Values arrive as text; a blank one counts as not
 * given, unknown ones are ignored, and all that are wrong are named together.
 */

const text = (characters: number) =>
  z
    .string()
    .refine((value) => isStorable(value) && lengthOf(value) <= characters)
    .meta({ maxLength: characters })
    .optional();

const oneOf = (values: readonly string[]) => z.enum(values as [string]).optional();

const digits = (count: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{${count}}$`, "u"))
    .optional();

/** ISO 8601 with a zone; what does not exist, such as 30 February, is refused. */
const moment = z
  .string()
  .refine((value) => readMoment(value) !== undefined)
  .transform((value) => readMoment(value) as Date)
  .meta({ type: "string", format: "date-time" })
  .optional();

const day = z.iso
  .date()
  .refine((value) => !value.startsWith("0000"))
  .optional();

const whole = (fallback: number, maximum?: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/u)
    .transform(Number)
    .refine((value) => value >= 1 && (maximum === undefined || value <= maximum))
    .default(fallback)
    .meta({ type: "integer", minimum: 1, ...(maximum !== undefined && { maximum }), default: fallback });

const paging = { page: whole(1), display_size: whole(LIMITS.pageSizeRecords, LIMITS.pageSizeRecords) };
const created = { from_date: moment, to_date: moment };
const settled = { from_settled_date: day, to_settled_date: day };

export const SearchPayments = z.object({
  reference: text(LIMITS.referenceCharacters),
  email: text(LIMITS.emailCharacters),
  cardholder_name: text(LIMITS.cardholderNameCharacters),
  state: oneOf(PAYMENT_STATUSES),
  card_brand: text(20),
  first_digits_card_number: digits(6),
  last_digits_card_number: digits(4),
  agreement_id: text(LIMITS.referenceCharacters),
  ...created,
  ...settled,
  ...paging,
});
export type SearchPayments = z.infer<typeof SearchPayments>;

export const SearchRefunds = z.object({ ...created, ...settled, ...paging });
export type SearchRefunds = z.infer<typeof SearchRefunds>;

export const SearchAgreements = z.object({
  reference: text(LIMITS.referenceCharacters),
  status: oneOf(AGREEMENT_STATUSES),
  ...paging,
});
export type SearchAgreements = z.infer<typeof SearchAgreements>;

export const SearchDisputes = z.object({
  status: oneOf(DISPUTE_STATUSES),
  ...created,
  ...settled,
  ...paging,
});
export type SearchDisputes = z.infer<typeof SearchDisputes>;

// Java writes a whole minute without its seconds, so those are not asked for.
const MOMENT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/u;

function readMoment(value: string): Date | undefined {
  // A plus sign in a query string is a space to servers that decode forms: taken as it was meant.
  const sent = value.replace(/ (?=\d{2}:?\d{2}$)/u, "+");
  const [, date] = MOMENT.exec(sent) ?? [];
  if (date === undefined || !z.iso.date().safeParse(date).success) return undefined;
  const read = new Date(sent.replace(/([+-]\d{2})(\d{2})$/u, "$1:$2"));
  const year = read.getUTCFullYear();
  // Beyond these, years are written in ways that not every reader knows.
  return year >= 1 && year <= 9999 ? read : undefined;
}
