import type { Stripe } from "stripe";
import { z } from "zod";
import { found, newId, seconds, type Desk } from "./books";
import { paging } from "./form";
import { invalid } from "./refusal";
import { enter } from "./transactions";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LEAST_PENCE = 100;

export const ListTransactions = z.strictObject({
  ...paging,
  payout: z.string().optional(),
  type: z.string().optional(),
});

/** How long until midnight, when payouts are made. */
export function untilMidnight(now: Date): number {
  return DAY - (now.getTime() % DAY);
}

/** Pays out what an account has that is available; too little, or a debt, is carried over. */
export function payOut(desk: Desk, fails: boolean): void {
  const { books } = desk;
  const now = desk.clock.now();
  const ready = [...books.transactions.values()].filter(
    ({ id, available_on: on }) => on <= seconds(now) && !books.paidOut.has(id),
  );
  for (const transaction of ready) transaction.status = "available";
  const amount = ready.reduce((sum, { net }) => sum + net, 0);
  if (amount < LEAST_PENCE) return;

  const payout = payoutOf(amount, now);
  books.payouts.set(payout.id, payout);
  const own = enter(desk, books, {
    type: "payout",
    category: "payout",
    source: payout.id,
    amount: -amount,
    availableAtOnce: true,
  });
  payout.balance_transaction = own.id;
  for (const transaction of [...ready, own]) books.paidOut.set(transaction.id, payout.id);
  desk.tell(books, "payout.created", payout);
  const { id } = payout;
  desk.after(HOUR, { do: "completePayout", id });
  desk.after(payout.arrival_date * 1000 - now.getTime(), { do: "arrive", id, fails });
}

export function completePayout(desk: Desk, id: string): void {
  const payout = found(desk.books.payouts, "payout", id);
  payout.reconciliation_status = "completed";
  desk.tell(desk.books, "payout.reconciliation_completed", payout);
}

export function arrive(desk: Desk, id: string, fails: boolean): void {
  const { books } = desk;
  const payout = found(books.payouts, "payout", id);
  if (!fails) {
    payout.status = "paid";
    desk.tell(books, "payout.paid", payout, { status: "pending" });
    return;
  }
  const back = enter(desk, books, {
    type: "payout_failure",
    category: "payout_reversal",
    source: payout.id,
    amount: payout.amount,
    availableAtOnce: true,
  });
  Object.assign(payout, {
    status: "failed",
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
    failure_balance_transaction: back.id,
  });
  desk.tell(books, "payout.failed", payout, { status: "pending" });
}

/** Nobody can tell yet what is in a payout that is being put together. */
export function checkReconciled({ books }: Desk, id: string): void {
  const payout = found(books.payouts, "payout", id, "payout");
  if (payout.reconciliation_status !== "completed")
    throw invalid("The payout's balance transactions are not ready yet.", {
      code: "payout_reconciliation_not_ready",
      param: "payout",
    });
}

function payoutOf(amount: number, now: Date): Stripe.Payout {
  return {
    id: newId("po"),
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(twoWorkingDaysAfter(now)),
    automatic: true,
    balance_transaction: null,
    created: seconds(now),
    currency: "gbp",
    description: "STRIPE PAYOUT",
    destination: "ba_simulated",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "in_progress",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "pending",
    trace_id: null,
    type: "bank_account",
  };
}

function twoWorkingDaysAfter(now: Date): Date {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  for (let left = 2; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day;
}
