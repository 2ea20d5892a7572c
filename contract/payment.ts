import { z } from "zod";
import { LIMITS } from "./limits";
import { parseUrl } from "./parse-url";
import { invalid, missing, price, unexpected, type Price } from "./refusal";
import { isBlank, isStorable, lengthOf } from "./text";

export const AUTHORISATION_MODES = ["web", "moto_api", "agreement"] as const;
export const AGREEMENT_PAYMENT_TYPES = ["instalment", "recurring", "unscheduled"] as const;

const METADATA_KEY_LENGTH = `Keys must be between 1 and ${LIMITS.metadataKeyCharacters} characters long`;
const METADATA_VALUE_LENGTH = `Values must be no greater than ${LIMITS.metadataValueCharacters} characters long`;
const METADATA_COUNT = `Cannot have more than ${LIMITS.metadataKeys} key-value pairs`;

/** Longest allowed texts, in code points; the order is that of the checks. */
const LENGTHS = {
  reference: LIMITS.referenceCharacters,
  description: LIMITS.descriptionCharacters,
  return_url: LIMITS.returnUrlCharacters,
  email: LIMITS.emailCharacters,
  cardholder_name: LIMITS.cardholderNameCharacters,
  line1: LIMITS.addressLineCharacters,
  line2: LIMITS.addressLineCharacters,
  city: LIMITS.cityCharacters,
  postcode: LIMITS.postcodeCharacters,
} as const;
type Measured = keyof typeof LENGTHS;

const tooLong = (field: Measured): Price =>
  invalid("P0102", field, `Must be less than or equal to ${LENGTHS[field]} characters length`);

/**
 * Why a body is refused, in the order in which faults are reported: of several, the first row wins. The schema
 * below names these rules as its messages, so that no input ever gets into an error.
 */
export const CREATE_PAYMENT_RULES = {
  "amount.missing": missing("P0101", "amount"),
  "amount.integer": invalid("P0102", "amount", "Must be a valid numeric format"),
  "reference.missing": missing("P0101", "reference"),
  "description.missing": missing("P0101", "description"),
  "reference.text": invalid("P0102", "reference", "Must be a valid string format"),
  "description.text": invalid("P0102", "description", "Must be a valid string format"),
  "reference.url": invalid("P0102", "reference", "Must not contain a URL"),
  "return_url.text": invalid("P0102", "return_url", "Must be a valid URL format"),
  "moto.boolean": invalid("P0102", "moto", "Must be true or false"),
  "delayed_capture.boolean": invalid("P0102", "delayed_capture", "Must be true or false"),
  "authorisation_mode.known": invalid(
    "P0102",
    "authorisation_mode",
    `Must be one of ${AUTHORISATION_MODES.join(", ")}`,
  ),
  "agreement_id.unexpected": unexpected("P0104", "agreement_id"),
  "agreement_id.missing": missing("P0101", "agreement_id"),
  "language.known": invalid("P0102", "language", 'Must be "en" or "cy"'),
  "prefilled_cardholder_details.object": invalid(
    "P0102",
    "prefilled_cardholder_details",
    "Must be an object",
  ),
  "billing_address.object": invalid("P0102", "billing_address", "Must be an object"),
  "set_up_agreement.text": invalid("P0102", "set_up_agreement", "Field must be a string"),
  "agreement_id.text": invalid("P0102", "agreement_id", "Field must be a string"),
  "agreement_payment_type.known": invalid(
    "P0102",
    "agreement_payment_type",
    `Must be one of ${AGREEMENT_PAYMENT_TYPES.join(", ")}`,
  ),
  "agreement_payment_type.unexpected": unexpected("P0104", "agreement_payment_type"),
  "email.text": invalid("P0102", "email", "Field must be a string"),
  "cardholder_name.text": invalid("P0102", "cardholder_name", "Field must be a string"),
  "line1.text": invalid("P0102", "line1", "Field must be a string"),
  "line2.text": invalid("P0102", "line2", "Field must be a string"),
  "city.text": invalid("P0102", "city", "Field must be a string"),
  "postcode.text": invalid("P0102", "postcode", "Field must be a string"),
  "metadata.object": invalid("P0102", "metadata", "Must be an object of JSON key-value pairs"),
  // Faults within metadata are joined into one text.
  "metadata.faults": invalid("P0102", "metadata", "{faults}"),
  "reference.length": tooLong("reference"),
  "description.length": tooLong("description"),
  "return_url.length": tooLong("return_url"),
  "email.length": tooLong("email"),
  "cardholder_name.length": tooLong("cardholder_name"),
  "line1.length": tooLong("line1"),
  "line2.length": tooLong("line2"),
  "city.length": tooLong("city"),
  "postcode.length": tooLong("postcode"),
  "Idempotency-Key.format": price(
    "P0102",
    `Header [Idempotency-Key] can have a size between 1 and ${LIMITS.idempotencyKeyCharacters} and contain only letters, digits and hyphens`,
    { header: "Idempotency-Key" },
  ),
  "return_url.missing": missing("P0101", "return_url"),
  "return_url.url": invalid("P0102", "return_url", "Must be a valid URL format"),
  "return_url.unexpected": unexpected("P0104", "return_url"),
} as const satisfies Record<string, Price>;

type Rule = keyof typeof CREATE_PAYMENT_RULES;
const rule = (name: Rule): Rule => name;

const missingOr = (missingRule: Rule, otherwise: Rule) => (issue: { input?: unknown }) =>
  issue.input === undefined ? missingRule : otherwise;

const text = (field: Measured) =>
  z
    .string({ error: rule(`${field}.text` as Rule) })
    .refine(isStorable, { error: rule(`${field}.text` as Rule) })
    .refine((value) => lengthOf(value) <= LENGTHS[field], { error: rule(`${field}.length`) })
    .meta({ maxLength: LENGTHS[field] });

const requiredText = (field: "reference" | "description") =>
  z
    .string({ error: missingOr(rule(`${field}.missing`), rule(`${field}.text`)) })
    .refine((value) => !isBlank(value), { error: rule(`${field}.missing`) })
    .refine(isStorable, { error: rule(`${field}.text`) })
    .refine((value) => lengthOf(value) <= LENGTHS[field], { error: rule(`${field}.length`) })
    .meta({ maxLength: LENGTHS[field] });

const agreementId = (field: "set_up_agreement" | "agreement_id") =>
  z
    .string({ error: rule(`${field}.text`) })
    .refine(isStorable, { error: rule(`${field}.text`) })
    .optional();

/** Key-value pairs of the caller; only ever returned, never interpreted. */
const Metadata = z
  // Not aborting: rules over several fields come first in the table, and must still be asked.
  .custom<Record<string, string | number | boolean>>(isPlainObject, {
    error: rule("metadata.object"),
    abort: false,
  })
  .refine((value) => !isPlainObject(value) || metadataFaults(value).length === 0, {
    error: rule("metadata.faults"),
  })
  .meta({
    type: "object",
    maxProperties: LIMITS.metadataKeys,
    propertyNames: { minLength: 1, maxLength: LIMITS.metadataKeyCharacters },
    additionalProperties: {
      oneOf: [
        { type: "string", maxLength: LIMITS.metadataValueCharacters },
        { type: "number" },
        { type: "boolean" },
      ],
    },
  });

/** Everything wrong with metadata, in the words of the contract (D-row 13 of 3.1). */
export function metadataFaults(metadata: object): string[] {
  const entries = Object.entries(metadata as Record<string, unknown>);
  const keys = entries.map(([key]) => key);
  const faults: string[] = [];
  if (entries.length > LIMITS.metadataKeys) faults.push(METADATA_COUNT);
  if (keys.some((key) => key === "" || lengthOf(key) > LIMITS.metadataKeyCharacters || !isStorable(key))) {
    faults.push(METADATA_KEY_LENGTH);
  }
  if (entries.some(([, value]) => !isMetadataValue(value))) {
    faults.push("Values must be of type String, Boolean or Number");
  }
  if (
    entries.some(([, value]) => typeof value === "string" && lengthOf(value) > LIMITS.metadataValueCharacters)
  ) {
    faults.push(METADATA_VALUE_LENGTH);
  }
  if (new Set(keys.map((key) => key.toLowerCase())).size < keys.length) {
    faults.push("Must have case insensitive unique keys");
  }
  return faults;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMetadataValue(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
}

const Prefill = z.object(
  {
    cardholder_name: text("cardholder_name").nullish(),
    billing_address: z
      .object(
        {
          line1: text("line1").nullish(),
          line2: text("line2").nullish(),
          city: text("city").nullish(),
          postcode: text("postcode").nullish(),
          // An unusable country is never an error: the page falls back to the United Kingdom.
          country: z.unknown().optional().meta({ type: "string", description: "ISO 3166-1 alpha-2" }),
        },
        { error: rule("billing_address.object") },
      )
      .nullish(),
  },
  { error: rule("prefilled_cardholder_details.object") },
);

/** The fields of POST /v1/payments (section 4.1), before the rules that look at several of them at once. */
const Fields = z.object({
  // Any integer, however large: what the provider takes is asked last (row 23 of 3.1).
  amount: z
    .number({ error: missingOr(rule("amount.missing"), rule("amount.integer")) })
    .refine(Number.isInteger, { error: rule("amount.integer") })
    .meta({ type: "integer" }),
  reference: requiredText("reference").refine((value) => !/:\/\/|www\./iu.test(value), {
    error: rule("reference.url"),
  }),
  description: requiredText("description"),
  return_url: text("return_url").optional(),
  delayed_capture: z.boolean({ error: rule("delayed_capture.boolean") }).optional(),
  moto: z.boolean({ error: rule("moto.boolean") }).optional(),
  authorisation_mode: z.enum(AUTHORISATION_MODES, { error: rule("authorisation_mode.known") }).optional(),
  agreement_id: agreementId("agreement_id"),
  set_up_agreement: agreementId("set_up_agreement"),
  agreement_payment_type: z
    .enum(AGREEMENT_PAYMENT_TYPES, { error: rule("agreement_payment_type.known") })
    .optional(),
  language: z.enum(["en", "cy"], { error: rule("language.known") }).optional(),
  email: text("email").optional(),
  prefilled_cardholder_details: Prefill.optional(),
  metadata: Metadata.optional(),
});
type Fields = z.infer<typeof Fields>;

/** A rule over several fields: runs even where single fields are at fault, so that the first row still wins. */
const across = (name: Rule, holds: (body: Partial<Record<keyof Fields, unknown>>) => boolean) =>
  [holds as (body: Fields) => boolean, { error: rule(name), when: () => true }] as const;

const modeOf = (body: { authorisation_mode?: unknown }) => body.authorisation_mode ?? "web";

/** Body of POST /v1/payments (section 4.1, D34). */
export const CreatePayment = Fields.refine(
  ...across("agreement_id.unexpected", (b) => b.agreement_id === undefined || modeOf(b) === "agreement"),
)
  .refine(...across("agreement_id.missing", (b) => modeOf(b) !== "agreement" || !isMissing(b.agreement_id)))
  .refine(
    ...across(
      "agreement_payment_type.unexpected",
      (b) =>
        b.agreement_payment_type === undefined ||
        b.set_up_agreement !== undefined ||
        modeOf(b) === "agreement",
    ),
  )
  .refine(...across("return_url.missing", (b) => modeOf(b) !== "web" || !isMissing(b.return_url)))
  .refine(...across("return_url.url", (b) => modeOf(b) !== "web" || isAbsoluteUrl(b.return_url)))
  .refine(...across("return_url.unexpected", (b) => modeOf(b) === "web" || b.return_url === undefined));
export type CreatePayment = z.infer<typeof CreatePayment>;

function isMissing(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && isBlank(value));
}

function isAbsoluteUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\//iu.test(value) && parseUrl(value) !== undefined;
}
