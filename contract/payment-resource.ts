import { z } from "zod";
import { AGREEMENT_PAYMENT_TYPES, AUTHORISATION_MODES } from "./payment";
import { CardDetails, DateOnly, DateTime, Link } from "./resource-parts";
import { PAYMENT_STATUSES, STATE_MESSAGES, type PaymentStatus, type StateCode } from "./states";

const PostLink = Link.extend({ type: z.string(), params: z.record(z.string(), z.string()) });

/** Section 2.1.1; code, message and can_retry as D12 has them. */
export const State = z.object({
  status: z.enum(PAYMENT_STATUSES as [PaymentStatus]),
  finished: z.boolean(),
  message: z.string().optional(),
  code: z.enum(Object.keys(STATE_MESSAGES) as [StateCode]).optional(),
  can_retry: z.boolean().optional(),
});
export type State = z.infer<typeof State>;

/** Section 2.1.2, D23. Pence. */
export const RefundSummary = z.object({
  status: z.enum(["pending", "unavailable", "available", "full"]),
  amount_available: z.int(),
  amount_submitted: z.int(),
});
export type RefundSummary = z.infer<typeof RefundSummary>;

/** Section 2.1.5, D9. */
export const PaymentLinks = z.object({
  self: Link,
  events: Link,
  refunds: Link,
  cancel: Link.nullable(),
  capture: Link.optional(),
  next_url: Link.optional(),
  next_url_post: PostLink.optional(),
  auth_url_post: PostLink.optional(),
});
export type PaymentLinks = z.infer<typeof PaymentLinks>;

/** A payment as the API shows it (section 2.1). Amounts are pence. */
export const PaymentResource = z.object({
  payment_id: z.string(),
  amount: z.int(),
  description: z.string(),
  reference: z.string(),
  language: z.enum(["en", "cy"]),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  email: z.string().optional(),
  state: State,
  payment_provider: z.string(),
  provider_id: z.string().optional(),
  created_date: DateTime,
  agreement_id: z.string().optional(),
  set_up_agreement: z.string().optional(),
  agreement_payment_type: z.enum(AGREEMENT_PAYMENT_TYPES).optional(),
  authorisation_mode: z.enum(AUTHORISATION_MODES),
  return_url: z.string().optional(),
  delayed_capture: z.boolean(),
  moto: z.boolean(),
  refund_summary: RefundSummary,
  settlement_summary: z.object({
    capture_submit_time: DateTime.optional(),
    captured_date: DateOnly.optional(),
    settled_date: DateOnly.optional(),
  }),
  card_details: CardDetails.optional(),
  card_brand: z
    .string()
    .optional()
    .meta({ deprecated: true, description: "Same as card_details.card_brand" }),
  authorisation_summary: z.object({ three_d_secure: z.object({ required: z.boolean() }) }).optional(),
  exemption: z
    .object({
      requested: z.boolean(),
      type: z.string().optional(),
      outcome: z.object({ result: z.string() }).optional(),
    })
    .optional(),
  corporate_card_surcharge: z.int().optional(),
  total_amount: z.int().optional(),
  fee: z.int().optional(),
  net_amount: z.int().optional(),
  _links: PaymentLinks,
});
export type PaymentResource = z.infer<typeof PaymentResource>;

/** Section 2.2 and 4.3, D15: oldest first; a refund's changes carry its refund_id. */
export const PaymentEvents = z.object({
  payment_id: z.string(),
  events: z.array(
    z.object({
      payment_id: z.string(),
      state: State,
      updated: DateTime,
      refund_id: z.string().optional(),
      _links: z.object({ payment_url: Link }),
    }),
  ),
  _links: z.object({ self: Link }),
});
export type PaymentEvents = z.infer<typeof PaymentEvents>;
