import type { Stripe } from "stripe";
import { z } from "zod";
import { found, newId, seconds, type Desk } from "./books";
import { expand, metadata, paging, pence } from "./form";
import { invalid } from "./refusal";
import { enter } from "./transactions";

export const CreateTransfer = z.strictObject({
  amount: pence,
  currency: z.enum(["gbp", "GBP"]),
  destination: z.string(),
  source_transaction: z.string().optional(),
  transfer_group: z.string().optional(),
  description: z.string().optional(),
  metadata,
  expand,
});

export const ListTransfers = z.strictObject({
  ...paging,
  transfer_group: z.string().optional(),
  destination: z.string().optional(),
});

/** Money from one account's balance to another's, where it arrives as a payment. */
export function createTransfer(desk: Desk, params: z.output<typeof CreateTransfer>): Stripe.Transfer {
  const { books } = desk;
  const { amount, destination } = params;
  if (amount < 1)
    throw invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (destination === books.account)
    throw invalid("Cannot create transfers to your own account.", { param: "destination" });
  const source = params.source_transaction;
  if (source !== undefined) checkSource(desk, source, amount);
  const receiver = desk.booksOf(destination);
  const id = newId("tr");
  const sent = enter(desk, books, { type: "transfer", category: "transfer", source: id, amount: -amount });
  const arrival = newId("py");
  const arrived = enter(desk, receiver, { type: "payment", category: "charge", source: arrival, amount });
  const transfer: Stripe.Transfer = {
    id,
    object: "transfer",
    amount,
    amount_reversed: 0,
    balance_transaction: sent.id,
    created: seconds(desk.clock.now()),
    currency: "gbp",
    description: params.description ?? null,
    destination,
    destination_payment: arrival,
    livemode: false,
    metadata: params.metadata,
    reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: source ?? null,
    source_type: "card",
    transfer_group: params.transfer_group ?? null,
  };
  books.transfers.set(id, transfer);
  receiver.charges.set(arrival, arrivalOf(desk, arrival, transfer, arrived.id));
  return transfer;
}

function checkSource({ books }: Desk, id: string, amount: number): void {
  const charge = found(books.charges, "charge", id, "source_transaction");
  const used = [...books.transfers.values()].filter(({ source_transaction: source }) => source === id);
  const left = charge.amount_captured - used.reduce((sum, transfer) => sum + transfer.amount, 0);
  if (amount > left)
    throw invalid(
      `The transferred amount (${amount}) is greater than what is left of the charge (${left}).`,
      {
        code: "balance_insufficient",
      },
    );
}

function arrivalOf(
  { clock }: Desk,
  id: string,
  transfer: Stripe.Transfer,
  transaction: string,
): Stripe.Charge {
  return {
    id,
    object: "charge",
    amount: transfer.amount,
    amount_captured: transfer.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: transaction,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: seconds(clock.now()),
    currency: "gbp",
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: transfer.id,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: transfer.transfer_group,
  };
}
