import { z } from "zod";

/** A moment as the API prints it: ISO 8601, UTC, three decimals (D8). */
export const DateTime = z.iso.datetime({ precision: 3 });
export const DateOnly = z.iso.date();

/** Where something is and how to ask for it (D9). */
export const Link = z.object({ href: z.url(), method: z.enum(["GET", "POST"]) });
export type Link = z.infer<typeof Link>;

const Digits = z.union([z.int(), z.string()]);

/** Section 2.1.4, D11. Digits are numbers, or zero-padded text where the account asks for it. */
export const CardDetails = z.object({
  card_brand: z.string().nullable(),
  card_type: z.enum(["credit", "debit"]).nullable(),
  last_digits_card_number: Digits,
  first_digits_card_number: Digits,
  expiry_date: z.string(),
  cardholder_name: z.string(),
  billing_address: z
    .object({
      line1: z.string().optional(),
      line2: z.string().optional(),
      postcode: z.string().optional(),
      city: z.string().optional(),
      country: z.string().optional(),
    })
    .optional(),
  wallet_type: z.string().optional(),
});
export type CardDetails = z.infer<typeof CardDetails>;

/** The body of every refusal (section 7.1, D2). */
export const ErrorBody = z.object({
  code: z.string(),
  description: z.string(),
  field: z.string().optional(),
  header: z.string().optional(),
});

/** A page of a search (section 2.6, D17): links that lead nowhere are left out. */
export function searchResults<Resource extends z.ZodType>(resource: Resource) {
  return z.object({
    total: z.int(),
    count: z.int(),
    page: z.int(),
    results: z.array(resource),
    _links: z.object({
      self: Link,
      first_page: Link.optional(),
      last_page: Link.optional(),
      prev_page: Link.optional(),
      next_page: Link.optional(),
    }),
  });
}
