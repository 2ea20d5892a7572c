import type { Stripe } from "stripe";
import { z } from "zod";
import { found, idOf, newId, seconds, type Desk } from "./books";
import { expand, metadata, paging, pence } from "./form";
import { invalid } from "./refusal";
import { enter } from "./transactions";

export const CreateRefund = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: pence.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata,
  expand,
});

export const ListRefunds = z.strictObject({
  ...paging,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
});

const DAY = 86_400_000;

/** Money goes back. How that ends depends on the card; with nobody steering the clock it ends at once (D38). */
export function createRefund(desk: Desk, params: z.output<typeof CreateRefund>): Stripe.Refund {
  const { books, clock } = desk;
  const charge = chargeOf(desk, params);
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.disputed) throw invalid("This charge is disputed.", { code: "charge_disputed" });
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  const amount = params.amount ?? left;
  if (amount < 1)
    throw invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (amount > left)
    throw invalid(
      `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`,
      { param: "amount" },
    );

  const refund: Stripe.Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(clock.now()),
    currency: "gbp",
    customer: null,
    customer_account: null,
    destination_details: {
      type: "card",
      card: { type: "refund", reference_status: "pending", reference_type: "acquirer_reference_number" },
    },
    metadata: params.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  refund.balance_transaction = enter(desk, books, {
    type: "refund",
    category: "refund",
    source: refund.id,
    amount: -amount,
  }).id;
  books.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;

  const fate = books.methods.get(charge.payment_method ?? "")?.kind.fate.refund;
  if (fate === "pending" && clock.isSteered()) {
    Object.assign(refund, { status: "pending", pending_reason: "processing" });
    desk.after(DAY, { do: "settleRefund", id: refund.id });
  }
  desk.tell(books, "refund.created", refund);
  if (fate === "fails" && clock.isSteered()) desk.after(DAY, { do: "failRefund", id: refund.id });
  else if (fate === "fails") failRefund(desk, refund.id);
  return refund;
}

function chargeOf({ books }: Desk, params: z.output<typeof CreateRefund>): Stripe.Charge {
  if (params.charge !== undefined) return found(books.charges, "charge", params.charge, "charge");
  const intent = found(books.intents, "payment_intent", params.payment_intent ?? "", "payment_intent");
  if (intent.status !== "succeeded")
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    });
  return found(books.charges, "charge", idOf(intent.latest_charge));
}

export function settleRefund(desk: Desk, id: string): void {
  const refund = found(desk.books.refunds, "refund", id);
  refund.status = "succeeded";
  delete refund.pending_reason;
  desk.tell(desk.books, "refund.updated", refund, { status: "pending" });
}

export function failRefund(desk: Desk, id: string): void {
  const refund = found(desk.books.refunds, "refund", id);
  const charge = found(desk.books.charges, "charge", idOf(refund.charge));
  const back = enter(desk, desk.books, {
    type: "refund_failure",
    category: "refund_failure",
    source: refund.id,
    amount: refund.amount,
  });
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  const previous = { status: refund.status };
  Object.assign(refund, {
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: back.id,
  });
  desk.tell(desk.books, "refund.updated", refund, previous);
  desk.tell(desk.books, "refund.failed", refund, previous);
}

function pounds(amount: number): string {
  return `£${(amount / 100).toFixed(2)}`;
}
