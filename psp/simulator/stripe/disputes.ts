import type { Stripe } from "stripe";
import { z } from "zod";
import { found, idOf, newId, seconds, type Desk } from "./books";
import type { CardFate } from "./cards";
import { DISPUTE_FEE_PENCE } from "./fees";
import { expand, metadata } from "./form";
import { invalid } from "./refusal";
import { enter } from "./transactions";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The card's holder disputes what is left of a captured payment. With nothing done it is reviewed after a week, and
 * then decided.
 */
export function openDispute(
  desk: Desk,
  charge: Stripe.Charge,
  { reason, ends, inquiry: isInquiry }: NonNullable<CardFate["dispute"]>,
): void {
  const { books, clock } = desk;
  const inquiry = isInquiry === true;
  const amount = charge.amount_captured - charge.amount_refunded;
  const id = newId("dp");
  const taken = inquiry
    ? []
    : [
        enter(desk, books, {
          type: "adjustment",
          category: "dispute",
          source: id,
          amount: -amount,
          fee: DISPUTE_FEE_PENCE,
        }),
      ];
  const created = seconds(clock.now());
  const dispute: Stripe.Dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: taken,
    charge: charge.id,
    created,
    currency: "gbp",
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE },
    evidence_details: {
      due_by: created + (7 * DAY) / 1000,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: "card",
      card: {
        brand: "visa",
        case_type: inquiry ? "inquiry" : "chargeback",
        network: "visa",
        network_reason_code: "10.4",
      },
    },
    reason,
    status: inquiry ? "warning_needs_response" : "needs_response",
  };
  books.disputes.set(id, dispute);
  charge.disputed = true;
  desk.tell(books, "charge.dispute.created", dispute);
  if (inquiry) return;
  desk.tell(books, "charge.dispute.funds_withdrawn", dispute);
  desk.after(7 * DAY, { do: "review", id, ends });
}

export const UpdateDispute = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.string() }).optional(),
  submit: z.enum(["true", "false"]).default("true"),
  metadata,
  expand,
});

/** Stripe's test evidence decides a dispute: `winning_evidence` or `losing_evidence`. */
export function updateDispute(
  desk: Desk,
  id: string,
  params: z.output<typeof UpdateDispute>,
): Stripe.Dispute {
  const dispute = found(desk.books.disputes, "dispute", id, "dispute");
  if (dispute.status !== "needs_response") throw invalid("This dispute is already closed");
  const text = params.evidence?.uncategorized_text;
  if (text === undefined) return dispute;
  dispute.evidence.uncategorized_text = text;
  dispute.evidence_details.has_evidence = true;
  if (params.submit === "false") return dispute;
  dispute.evidence_details.submission_count += 1;
  putUnderReview(desk, dispute);
  if (text === "winning_evidence") decide(desk, id, "won");
  if (text === "losing_evidence") decide(desk, id, "lost");
  return dispute;
}

/** Nobody has answered it in time. */
export function review(desk: Desk, id: string, ends: "won" | "lost"): void {
  const dispute = found(desk.books.disputes, "dispute", id);
  if (dispute.status !== "needs_response") return;
  putUnderReview(desk, dispute);
  desk.after(HOUR, { do: "decide", id, ends });
}

function putUnderReview(desk: Desk, dispute: Stripe.Dispute): void {
  dispute.status = "under_review";
  desk.tell(desk.books, "charge.dispute.updated", dispute, { status: "needs_response" });
}

export function decide(desk: Desk, id: string, status: "won" | "lost"): void {
  const dispute = found(desk.books.disputes, "dispute", id);
  if (dispute.status !== "under_review") return;
  dispute.status = status;
  if (status === "won") {
    const back = {
      type: "adjustment",
      category: "dispute_reversal",
      source: dispute.id,
      amount: dispute.amount,
    } as const;
    dispute.balance_transactions.push(enter(desk, desk.books, back));
    found(desk.books.charges, "charge", idOf(dispute.charge)).disputed = false;
    desk.tell(desk.books, "charge.dispute.funds_reinstated", dispute);
  }
  desk.tell(desk.books, "charge.dispute.closed", dispute, { status: "under_review" });
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
