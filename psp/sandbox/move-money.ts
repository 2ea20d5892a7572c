import { eq } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { sandboxPayments } from "@/db/tables/sandbox";
import type { Acknowledgement, PspContext } from "../port";
import { behaviour } from "./cards";
import { disputesOf } from "./disputes";
import { inLedger, lockPayment, record, recordedOutcome, refundOutcome, type LedgerPayment } from "./ledger";

const DONE = { is: "done" } as const;

/** Takes the money, once, all of it or less. Captured already: says so again, with the first day. */
export async function capture(
  database: Database,
  context: PspContext,
  providerId: string,
  pence: number,
): Promise<Acknowledgement> {
  return onPayment(database, context, "capture", providerId, async (tx, payment) => {
    if (payment.state === "captured" && payment.capturedPence === pence) return captured(payment.capturedOn);
    if (payment.state !== "authorised") return rejected(`payment_is_${payment.state}`);
    if (!isPence(pence, payment.amount)) return rejected("amount_not_authorised");

    const capturedOn = context.now.toISOString().slice(0, 10);
    await change(tx, payment, { state: "captured", capturedOn, capturedPence: pence });
    const outcome = captured(capturedOn);
    await record(tx, context, { kind: "capture", paymentId: payment.paymentId, amount: pence, outcome });
    const news = disputesOf(payment, context.now, context.now);
    return news.length === 0 ? outcome : { ...outcome, news };
  });
}

/** Releases what the bank holds. Nothing held any more, or never: done, and nothing happens. */
export async function voidAuthorisation(
  database: Database,
  context: PspContext,
  providerId: string,
): Promise<Acknowledgement> {
  return onPayment(database, context, "void", providerId, async (tx, payment) => {
    if (payment.state === "captured") return rejected("payment_is_captured");
    if (payment.state !== "authorised" && payment.state !== "challenge") return DONE;

    await change(tx, payment, { state: "voided" });
    await record(tx, context, {
      kind: "void",
      paymentId: payment.paymentId,
      amount: payment.amount,
      outcome: DONE,
    });
    return DONE;
  });
}

/** Gives back up to what was captured and not yet given back; each refund once, by its id as by its key. */
export async function refund(
  database: Database,
  context: PspContext,
  providerId: string,
  refundId: string,
  pence: number,
): Promise<Acknowledgement> {
  return onPayment(database, context, "refund", providerId, async (tx, payment) => {
    const before = await refundOutcome(tx, refundId);
    if (before) return before;
    if (payment.state !== "captured") return rejected(`payment_is_${payment.state}`);
    if (behaviour(payment.behaviour).refundsRejected) return rejected("card_closed");
    if (!isPence(pence, payment.capturedPence - payment.refundedPence))
      return rejected("amount_not_available");

    await change(tx, payment, { refundedPence: payment.refundedPence + pence });
    const { paymentId } = payment;
    await record(tx, context, { kind: "refund", paymentId, refundId, amount: pence, outcome: DONE });
    return DONE;
  });
}

/** A rejection changes nothing and is not recorded: asked again, the payment as it then is decides. */
function onPayment(
  database: Database,
  context: PspContext,
  kind: "capture" | "void" | "refund",
  providerId: string,
  act: (tx: Transaction, payment: LedgerPayment) => Promise<Acknowledgement>,
): Promise<Acknowledgement> {
  return inLedger(database, async (tx) => {
    const payment = await lockPayment(tx, context, providerId);
    if (!payment) return rejected("payment_not_found");
    return (await recordedOutcome<Acknowledgement>(tx, context, kind)) ?? act(tx, payment);
  });
}

async function change(
  tx: Transaction,
  payment: LedgerPayment,
  values: Partial<typeof sandboxPayments.$inferInsert>,
): Promise<void> {
  await tx.update(sandboxPayments).set(values).where(eq(sandboxPayments.paymentId, payment.paymentId));
}

function isPence(pence: number, limit: number): boolean {
  return Number.isInteger(pence) && pence >= 1 && pence <= limit;
}

function captured(on: string | null): Extract<Acknowledgement, { is: "done" }> {
  return on === null ? DONE : { is: "done", capturedOn: on };
}

function rejected(reason: string): Acknowledgement {
  return { is: "rejected", reason };
}
