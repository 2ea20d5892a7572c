import { sql } from "drizzle-orm";
import type { CreateRefund } from "@/contract/refund";
import { database, type Transaction } from "@/db/client";
import { payments, refunds } from "@/db/schema";
import type { Account, AccountCaller } from "../caller";
import { newId } from "../new-id";
import { isRefused, refused } from "../refused";
import { claimedUntil } from "../payments/claim-due-payments";
import { noteAct } from "../staff/note-act";
import { findPayment } from "../payments/find-payment";
import { lockPayment } from "../payments/lock-payment";
import { isPayment, refundable, refundStatusOf, type Payment } from "../payments/payment";
import { addRefundEvent } from "./move-refund";
import type { Refund } from "./refund";
import { refundDue } from "./refund-due";
import { findRefund } from "./find-refund";

/** How long a request waits for the result of a refund that its PSP has only received. */
const DECIDED_WITHIN_MILLISECONDS = 3000;

/**
 * Refunds a payment, in part or in full (section 4.7, contract 3.3).
 *
 * The payment's row is locked and the sum checked inside the transaction that stores the refund, so that
 * refunds at once can never give back more than was paid (D26). Accounts that are not live have their answer
 * within the request; live ones are told `submitted`.
 */
export async function createRefund(caller: AccountCaller, paymentId: string, input: CreateRefund, now: Date) {
  const { account } = caller;
  const found = await findPayment(caller, paymentId, now);
  if (!found) return refused("notFound");
  if (account.creationTurnedOff) return refused("creationTurnedOff");
  const refund = await database().transaction(async (transaction) => {
    const payment = await lockPayment(transaction, found);
    const why = whyNotRefundable(payment, input);
    if (why) return why;
    const stored = await store(transaction, payment, account, input.amount, now);
    await noteRefund(transaction, caller, payment, stored, now);
    return stored;
  });
  if (isRefused(refund) || account.live) return refund;
  await refundDue(now, refund);
  return untilDecided(caller, refund);
}

/** A PSP that only receives a refund tells its result in a moment of its own: a simulated one, at once (D26, D38). */
async function untilDecided(caller: AccountCaller, asked: Refund): Promise<Refund> {
  const end = Date.now() + DECIDED_WITHIN_MILLISECONDS;
  for (let wait = 20; ; wait *= 2) {
    const refund = (await findRefund(caller, asked.paymentId, asked.id)) ?? asked;
    if (refund.status !== "submitted" || refund.dueAt !== null || Date.now() > end) return refund;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The reasons of contract 3.3, in their order. */
function whyNotRefundable(payment: Payment, input: CreateRefund) {
  if (payment.disputed) return refused("disputed");
  const status = refundStatusOf(payment);
  if (status !== "available") return refused("notAvailable", { status });
  const available = refundable(payment);
  if (input.refund_amount_available !== available) return refused("availableMismatch");
  if (input.amount > available) return refused("moreThanAvailable");
  return undefined;
}

async function noteRefund(
  transaction: Transaction,
  caller: AccountCaller,
  payment: Payment,
  { id, amount }: Refund,
  now: Date,
): Promise<void> {
  const { serviceId } = payment;
  const available = refundable(payment);
  const act = {
    serviceId,
    on: { type: "payment", id: payment.id },
    before: { available },
    after: { refund: id, amount, available: available - amount },
  };
  await noteAct(transaction, caller, "refundPayment", act, now);
}

async function store(
  transaction: Transaction,
  payment: Payment,
  account: Account,
  amount: number,
  now: Date,
): Promise<Refund> {
  const { serviceId, accountId } = payment;
  await transaction
    .update(payments)
    .set({ refunded: sql`${payments.refunded} + ${amount}` })
    .where(isPayment(payment));
  const [refund] = await transaction
    .insert(refunds)
    .values({
      serviceId,
      accountId,
      id: newId(now),
      paymentId: payment.id,
      createdAt: now,
      status: "submitted",
      amount,
      // The request itself asks for it: the clock only does if it has died by then.
      dueAt: account.live ? now : claimedUntil(now),
    })
    .returning();
  if (!refund) throw new Error("The refund was not stored");
  // Others hear of it once it is decided, which is at once (D39).
  if (account.live) await addRefundEvent(transaction, refund, now);
  return refund;
}
