import { z } from "zod";
import { seconds, type Books, type Desk } from "./books";
import { expand } from "./form";
import { Refusal } from "./refusal";

export const Nothing = z.strictObject({ expand });

/** As little of an account as tells that it is there and may take payments. */
export function presentAccount({ books, clock }: Desk, id = books.account) {
  return {
    id,
    object: "account",
    business_type: "government_entity",
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    country: "GB",
    created: seconds(clock.now()),
    default_currency: "gbp",
    details_submitted: true,
    email: null,
    livemode: false,
    metadata: {},
    payouts_enabled: true,
    type: "standard",
  };
}

export function presentBalance({ books }: Desk) {
  return {
    object: "balance",
    available: [sumOf(books, "available")],
    livemode: false,
    pending: [sumOf(books, "pending")],
  };
}

function sumOf(books: Books, status: string) {
  const waiting = [...books.transactions.values()].filter(
    (entry) => entry.status === status && !books.paidOut.has(entry.id),
  );
  const amount = waiting.reduce((sum, { net }) => sum + net, 0);
  return { amount, currency: "gbp", source_types: { card: amount } };
}

/** Connected accounts are there as soon as they are named, if they are named like one. */
export function checkAccountId(id: string): void {
  if (/^acct_[A-Za-z0-9]{16}$/u.test(id)) return;
  throw new Refusal(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The provided key 'sk_test_***' does not have access to account '${id}' (or that account does not exist).`,
  });
}
