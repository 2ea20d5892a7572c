import { z } from "zod";
import { DateOnly, DateTime, Link } from "./resource-parts";
import { DISPUTE_STATUSES, type DisputeStatus } from "./states";

/** Why a payer's bank disputes a payment (section 2.5). */
export const DISPUTE_REASONS = [
  "credit_not_processed",
  "duplicate",
  "fraudulent",
  "general",
  "product_not_received",
  "product_unacceptable",
  "unrecognised",
  "subscription_cancelled",
  "other",
] as const;

/** A dispute as the API shows it (section 2.5, D16). Pence; net_amount is negative for a lost one. */
export const DisputeResource = z.object({
  dispute_id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  created_date: DateTime,
  evidence_due_date: DateTime.optional(),
  fee: z.int().optional(),
  net_amount: z.int().optional(),
  reason: z.enum(DISPUTE_REASONS),
  status: z.enum(DISPUTE_STATUSES as [DisputeStatus]),
  settlement_summary: z.object({ settled_date: DateOnly.optional() }),
  _links: z.object({ payment: Link }),
});
export type DisputeResource = z.infer<typeof DisputeResource>;
