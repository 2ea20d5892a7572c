import { isFinished } from "@/contract/states";
import { database, type Transaction } from "@/db/client";
import { agreements, payments } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { AuthoriseOutcome, SavedCard } from "@/psp/port";
import { isAgreement } from "../agreements/agreement";
import { moveAgreement } from "../agreements/move-agreement";
import { keepSavedCard } from "../agreements/save-card";
import { inBackground } from "../background";
import { closeOperation, leaveOpen, type PspOperation } from "../operations/operation";
import { captureDuePayments } from "./capture-due-payments";
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
  const moved = await database().transaction(async (transaction) => {
    const payment = await lockPayment(transaction, operation);
    if (outcome.is === "unknown") {
      const wait = capabilitiesOf(payment.paymentProvider).queryableAfterMilliseconds;
      return leaveOpen(transaction, operation, outcome.cause, new Date(now.getTime() + wait));
    }
    if (await closeOperation(transaction, operation, summaryOf(outcome), now)) {
      return act(transaction, payment, outcome, now);
    }
    // Given up for lost, and then the bank authorised after all.
    const isTooLate = outcome.is === "authorised" && isFinished(payment.status);
    return isTooLate ? voidLateAuthorisation(transaction, payment, outcome.providerId, now) : undefined;
  });
  if (moved?.captureDueAt) inBackground("capture", () => captureDuePayments(now, moved));
}

async function act(
  transaction: Transaction,
  payment: Payment,
  outcome: Exclude<AuthoriseOutcome, { is: "unknown" }>,
  now: Date,
): Promise<Payment | undefined> {
  const facts = {
    ...(outcome.providerId !== undefined && { providerId: outcome.providerId }),
    ...("threeDs" in outcome && outcome.threeDs && { threeDsRequired: outcome.threeDs.required }),
  };
  switch (outcome.is) {
    case "authorised":
      return (
        (await approve(transaction, payment, outcome.savedCard, facts, now)) ??
        (await voidLateAuthorisation(transaction, payment, outcome.providerId, now))
      );
    case "refused":
      return decline(transaction, payment, outcome.canRetry, facts, now);
    case "error":
    case "challenge":
      // Banks' challenges are not offered yet, so one that comes is a fault of configuration.
      return movePayment(transaction, payment, "fault", now, facts);
  }
}

type Facts = Pick<Partial<Payment>, "providerId" | "threeDsRequired">;

/** A payer has yet to confirm; a telephone order and a saved card need nobody to (D15, D19). */
async function approve(
  transaction: Transaction,
  payment: Payment,
  savedCard: SavedCard | undefined,
  facts: Facts,
  now: Date,
): Promise<Payment | undefined> {
  const onConfirm = payment.delayedCapture ? {} : { captureDueAt: now };
  switch (payment.authorisationMode) {
    case "web": {
      const moved = await movePayment(transaction, payment, "authorise", now, facts);
      return moved && savedCard ? keepCard(transaction, moved, savedCard, now) : moved;
    }
    case "moto_api": {
      const submitted = await movePayment(transaction, payment, "authorise", now, facts);
      return submitted && movePayment(transaction, submitted, "confirm", now, onConfirm);
    }
    case "agreement":
      return movePayment(transaction, payment, "confirm", now, { ...facts, ...onConfirm });
  }
}

async function keepCard(
  transaction: Transaction,
  payment: Payment,
  savedCard: SavedCard,
  now: Date,
): Promise<Payment> {
  const savedInstrumentId = await keepSavedCard(transaction, payment, savedCard, now);
  await transaction.update(payments).set({ savedInstrumentId }).where(isPayment(payment));
  return payment;
}

/** A saved card that will not be taken again makes its agreement inactive (D19). */
async function decline(
  transaction: Transaction,
  payment: Payment,
  canRetry: boolean,
  facts: Facts,
  now: Date,
): Promise<Payment | undefined> {
  const { serviceId, agreementId } = payment;
  if (agreementId === null) return movePayment(transaction, payment, "decline", now, facts);
  const moved = await movePayment(transaction, payment, "decline", now, { ...facts, canRetry });
  if (!moved || canRetry) return moved;
  const [agreement] = await transaction
    .select()
    .from(agreements)
    .where(isAgreement({ serviceId, id: agreementId }));
  // A card that has been replaced in the meantime says nothing about the one the agreement has now.
  if (agreement?.paymentInstrumentId === payment.savedInstrumentId) {
    await moveAgreement(transaction, agreement, "cardRefused", now);
  }
  return moved;
}

/** The payment has ended while its bank was being asked: what the bank now holds is released. */
async function voidLateAuthorisation(
  transaction: Transaction,
  payment: Payment,
  providerId: string,
  now: Date,
): Promise<undefined> {
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
