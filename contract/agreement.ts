import { z } from "zod";
import { LIMITS } from "./limits";
import { invalid, missing, type Price } from "./refusal";
import { CardDetails, DateTime } from "./resource-parts";
import { AGREEMENT_STATUSES, type AgreementStatus } from "./states";
import { isBlank, isStorable, lengthOf } from "./text";

const LENGTHS = {
  reference: LIMITS.referenceCharacters,
  description: LIMITS.descriptionCharacters,
  user_identifier: LIMITS.userIdentifierCharacters,
} as const;
type Field = keyof typeof LENGTHS;

const notText = (field: Field) => invalid("P2102", field, "Must be a valid string format");
const tooLong = (field: Field) =>
  invalid("P2102", field, `Must be less than or equal to ${LENGTHS[field]} characters length`);

/** Why an agreement's body is refused, in the order in which faults are reported (contract 3.5). */
export const CREATE_AGREEMENT_RULES = {
  "reference.missing": missing("P2101", "reference"),
  "description.missing": missing("P2101", "description"),
  "reference.text": notText("reference"),
  "description.text": notText("description"),
  "user_identifier.text": notText("user_identifier"),
  "reference.length": tooLong("reference"),
  "description.length": tooLong("description"),
  "user_identifier.length": tooLong("user_identifier"),
} as const satisfies Record<string, Price>;

const text = (field: Field) =>
  z
    .string({ error: (issue) => `${field}.${issue.input === undefined ? "missing" : "text"}` })
    .refine(isStorable, { error: `${field}.text` })
    .refine((value) => lengthOf(value) <= LENGTHS[field], { error: `${field}.length` })
    .meta({ minLength: 1, maxLength: LENGTHS[field] });

const required = (field: Field) =>
  text(field).refine((value) => !isBlank(value), { error: `${field}.missing` });

/** Body of POST /v1/agreements (section 4.8). A blank user_identifier counts as not sent. */
export const CreateAgreement = z.object({
  reference: required("reference"),
  description: required("description"),
  user_identifier: text("user_identifier").optional(),
});
export type CreateAgreement = z.infer<typeof CreateAgreement>;

/** An agreement as the API shows it (section 2.4, D16): brands as lower-case ids. */
export const AgreementResource = z.object({
  agreement_id: z.string(),
  reference: z.string(),
  description: z.string(),
  status: z.enum(AGREEMENT_STATUSES as [AgreementStatus]),
  user_identifier: z.string().optional(),
  created_date: DateTime,
  cancelled_date: DateTime.optional(),
  payment_instrument: z.object({ type: z.literal("card"), card_details: CardDetails }).optional(),
});
export type AgreementResource = z.infer<typeof AgreementResource>;
