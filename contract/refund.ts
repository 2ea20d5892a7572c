import { z } from "zod";
import { LIMITS } from "./limits";
import { invalid, missing, type Price } from "./refusal";
import { DateOnly, DateTime, Link } from "./resource-parts";
import { REFUND_STATUSES, type RefundStatus } from "./states";

/** Why a refund's body is refused, in the order in which faults are reported (contract 3.3). */
export const CREATE_REFUND_RULES = {
  "amount.missing": missing("P0601", "amount"),
  "refund_amount_available.missing": missing("P0601", "refund_amount_available"),
  "amount.integer": invalid("P0602", "amount", "Must be a valid numeric format"),
  "amount.minimum": invalid("P0602", "amount", "Must be greater than or equal to 1"),
  "amount.maximum": invalid("P0602", "amount", `Must be less than or equal to ${LIMITS.refundMaximumPence}`),
  "refund_amount_available.integer": invalid(
    "P0602",
    "refund_amount_available",
    "Must be a valid numeric format",
  ),
  "refund_amount_available.minimum": invalid(
    "P0602",
    "refund_amount_available",
    "Must be greater than or equal to 0",
  ),
} as const satisfies Record<string, Price>;

const pence = (field: "amount" | "refund_amount_available", minimum: number) =>
  z
    .number({
      error: (issue) => `${field}.${issue.input === undefined ? "missing" : "integer"}`,
    })
    .refine(Number.isInteger, { error: `${field}.integer` })
    .refine((value) => value >= minimum, { error: `${field}.minimum` })
    .meta({ type: "integer", minimum });

/** Body of POST /v1/payments/{id}/refunds (section 4.7). Pence; what is available may be 0, which is
 * refused by status later (D39), and with a surcharge more than any amount. */
export const CreateRefund = z.object({
  amount: pence("amount", 1)
    .refine((value) => value <= LIMITS.refundMaximumPence, { error: "amount.maximum" })
    .meta({ maximum: LIMITS.refundMaximumPence }),
  refund_amount_available: pence("refund_amount_available", 0),
});
export type CreateRefund = z.infer<typeof CreateRefund>;

/** A refund as the API shows it (section 2.3, D16). */
export const RefundResource = z.object({
  refund_id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  created_date: DateTime,
  status: z.enum(REFUND_STATUSES as [RefundStatus]),
  settlement_summary: z.object({ settled_date: DateOnly.optional() }),
  _links: z.object({ self: Link, payment: Link }),
});
export type RefundResource = z.infer<typeof RefundResource>;

/** All refunds of one payment, oldest first (section 4.7, D16). */
export const PaymentRefunds = z.object({
  payment_id: z.string(),
  _links: z.object({ self: Link, payment: Link }),
  _embedded: z.object({ refunds: z.array(RefundResource) }),
});
export type PaymentRefunds = z.infer<typeof PaymentRefunds>;
