import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { AuthoriseOutcome } from "@/psp/port";
import { closeOperation, leaveOpen, type PspOperation } from "../operations/operation";
import { movePayment } from "./move-payment";
import { isPayment, type Payment } from "./payment";

/**
 * Third beat of an authorisation: writes the PSP's answer down and moves the payment by it, in one transaction.
 *
 * An answer is acted on once, whoever brings it (the request that asked, or the clock that asked about it
 * later). One that comes too late for its payment leaves nothing held: it is voided.
 */
export async function recordAuthorisation(
  operation: PspOperation,
  outcome: AuthoriseOutcome,
  now: Date,
): Promise<void> {
  await database().transaction(async (transaction) => {
    const payment = await lockPayment(transaction, operation);
    if (outcome.is === "unknown") {
      const wait = capabilitiesOf(payment.paymentProvider).queryableAfterMilliseconds;
      return leaveOpen(transaction, operation, outcome.cause, new Date(now.getTime() + wait));
    }
    if (!(await closeOperation(transaction, operation, summaryOf(outcome), now))) return undefined;
    return act(transaction, payment, outcome, now);
  });
}

async function act(
  transaction: Transaction,
  payment: Payment,
  outcome: Exclude<AuthoriseOutcome, { is: "unknown" }>,
  now: Date,
): Promise<void> {
  const facts = {
    ...(outcome.providerId !== undefined && { providerId: outcome.providerId }),
    ...("threeDs" in outcome && outcome.threeDs && { threeDsRequired: outcome.threeDs.required }),
  };
  switch (outcome.is) {
    case "authorised":
      if (!(await movePayment(transaction, payment, "authorise", now, facts))) {
        await voidLateAuthorisation(transaction, payment, outcome.providerId, now);
      }
      return;
    case "refused":
      await movePayment(transaction, payment, "decline", now, facts);
      return;
    case "error":
    case "challenge":
      // Banks' challenges are not offered yet, so one that comes is a fault of configuration.
      await movePayment(transaction, payment, "fault", now, facts);
  }
}

/** The payment has ended while its bank was being asked: what the bank now holds is released. */
async function voidLateAuthorisation(
  transaction: Transaction,
  payment: Payment,
  providerId: string,
  now: Date,
): Promise<void> {
  if (payment.providerId !== null) return;
  await transaction.update(payments).set({ providerId, voidDueAt: now }).where(isPayment(payment));
}

async function lockPayment(transaction: Transaction, operation: PspOperation): Promise<Payment> {
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(isPayment({ serviceId: operation.serviceId, id: operation.paymentId }))
    .for("update");
  if (!payment) throw new Error(`Payment ${operation.paymentId} has gone`);
  return payment;
}


/** What is kept of an answer: never tokens. */
function summaryOf(outcome: Exclude<AuthoriseOutcome, { is: "unknown" }>): Record<string, unknown> {
  const { is } = outcome;
  return "reason" in outcome ? { is, reason: outcome.reason } : { is };
}
