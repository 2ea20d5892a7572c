import type { Stripe } from "stripe";
import { newId, seconds, type Books, type Desk } from "./books";

const DAY_SECONDS = 86_400;
const PENDING_DAYS = 3;

export interface Entry {
  type: Stripe.BalanceTransaction["type"];
  category: string;
  source: string;
  amount: number;
  fee?: number;
  availableAtOnce?: boolean;
}

/** Enters a movement of money in an account's balance. */
export function enter(desk: Desk, books: Books, entry: Entry): Stripe.BalanceTransaction {
  const { type, category, source, amount, fee = 0, availableAtOnce = false } = entry;
  const created = seconds(desk.clock.now());
  const transaction: Stripe.BalanceTransaction = {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: created + (availableAtOnce ? 0 : PENDING_DAYS * DAY_SECONDS),
    balance_type: "payments",
    created,
    currency: "gbp",
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: "gbp",
              description: "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: availableAtOnce ? "available" : "pending",
    type,
  };
  books.transactions.set(transaction.id, transaction);
  return transaction;
}
