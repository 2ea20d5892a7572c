import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { agreements, payments } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { AuthoriseOutcome, Exemption, SavedCard } from "@/psp/port";
import { isAgreement } from "../agreements/agreement";
import { moveAgreement } from "../agreements/move-agreement";
import { discardUnconfirmedCard, keepSavedCard } from "../agreements/save-card";
import { findAccountOf } from "../accounts/find-account";
import { inBackground } from "../background";
import { noteDecline, type TriedCard } from "../cards/card-testing";
import { closeOperation, leaveUnknown, type OperationKind, type PspOperation } from "../operations/operation";
import { captureDuePayments } from "./capture-due-payments";
import { lockPaymentOf } from "./lock-payment";
import { movePayment } from "./move-payment";
import { isPayment, type Payment } from "./payment";

/**
 * Third beat of an authorisation: writes the PSP's answer down and moves the payment by it, in one transaction.
 *
 * An answer is acted on once, whoever brings it (the request that asked, or the clock that asked about it
 * later). One that comes too late for its payment leaves nothing held: it is voided.
 *
 * @param tried the card, where it is still at hand; a challenge keeps by what it is counted.
 */
export async function recordAuthorisation(
  operation: PspOperation,
  outcome: AuthoriseOutcome,
  now: Date,
  tried?: Tried,
): Promise<void> {
  const done = await database().transaction(async (transaction) => {
    const payment = await lockPaymentOf(transaction, operation);
    if (outcome.is === "unknown") {
      const { queryableAfterMilliseconds: wait } = capabilitiesOf(payment.paymentProvider);
      await leaveUnknown(transaction, operation, outcome.cause, wait);
      return undefined;
    }
    const card = tried ?? triedBefore(payment);
    const isFirst = await closeOperation(transaction, operation, summaryOf(outcome));
    const moved = isFirst ? await act(transaction, payment, outcome, operation.kind, card, now) : undefined;
    if (!moved) await releaseIfTooLate(transaction, payment, outcome, isFirst, now);
    // The bank has declined also where its payment has ended in the meantime, and by asking for proof again.
    const isDecline = isFirst && (outcome.is === "refused" || moved?.status === "failed");
    return { payment, moved, declined: isDecline ? card : undefined };
  });
  if (!done) return;
  const { payment, moved, declined } = done;
  if (moved?.captureDueAt) inBackground("capture", () => captureDuePayments(now, moved));
  if (declined) {
    const { firstDigits } = payment;
    await noteDecline(await findAccountOf(payment), { ...declined, firstDigits }, now);
  }
}

/** What a payment does not say itself of the card that was tried. */
type Tried = Omit<TriedCard, "firstDigits">;

function triedBefore({ challenge: stored }: Payment): Tried | undefined {
  return stored?.counters && { counters: stored.counters, address: null };
}

type Answer = Exclude<AuthoriseOutcome, { is: "unknown" }>;

async function act(
  transaction: Transaction,
  payment: Payment,
  outcome: Answer,
  asked: OperationKind,
  tried: Tried | undefined,
  now: Date,
): Promise<Payment | undefined> {
  const facts = factsOf(outcome);
  switch (outcome.is) {
    case "authorised":
      return approve(transaction, payment, outcome.savedCard, facts, now);
    case "refused":
      return decline(transaction, payment, outcome.canRetry, facts, now);
    case "error":
      return movePayment(transaction, payment, "fault", now, facts);
    case "challenge":
      return challenge(transaction, payment, outcome, asked, tried, now);
  }
}

type Facts = Pick<Partial<Payment>, "providerId" | "threeDsRequired" | "exemption">;

function factsOf(outcome: Answer): Facts {
  return {
    ...(outcome.providerId !== undefined && { providerId: outcome.providerId }),
    ...("threeDs" in outcome && outcome.threeDs && { threeDsRequired: outcome.threeDs.required }),
    ...("exemption" in outcome && outcome.exemption && { exemption: exemptionOf(outcome.exemption) }),
  };
}

/** The type is told for companies' cards alone: the specification knows no other (section 2.1). */
function exemptionOf({ type, result }: Exemption): NonNullable<Payment["exemption"]> {
  return { requested: true, ...(type === "corporate" && { type }), outcome: { result } };
}

/**
 * The bank wants proof from the payer. Once: a bank that is not satisfied with the answer and asks anew has declined.
 * The same challenge again is one that the payer has yet to answer, and it stands.
 */
async function challenge(
  transaction: Transaction,
  payment: Payment,
  outcome: Extract<Answer, { is: "challenge" }>,
  asked: OperationKind,
  tried: Tried | undefined,
  now: Date,
): Promise<Payment | undefined> {
  const facts = { ...factsOf(outcome), threeDsRequired: true };
  const held = { ...facts, voidDueAt: now };
  if (payment.authorisationMode !== "web" || payment.moto) {
    // Nobody is there to ask: that is a fault of configuration.
    return movePayment(transaction, payment, "fault", now, held);
  }
  if (payment.challenge !== null && isDeepStrictEqual(payment.challenge.challenge, outcome.challenge))
    return payment;
  if (asked === "complete3ds") return movePayment(transaction, payment, "decline", now, held);
  const stored = {
    challenge: outcome.challenge,
    session: outcome.session ?? {},
    ...(tried && { counters: tried.counters }),
  };
  const [challenged] = await transaction
    .update(payments)
    .set({ ...facts, challenge: stored })
    .where(and(isPayment(payment), eq(payments.status, "started")))
    .returning();
  return challenged;
}

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
  return { ...payment, savedInstrumentId };
}

/** A saved card that will not be taken again makes its agreement inactive (D19). */
async function decline(
  transaction: Transaction,
  payment: Payment,
  canRetry: boolean,
  facts: Facts,
  now: Date,
): Promise<Payment | undefined> {
  const { serviceId, agreementId, savedInstrumentId } = payment;
  if (agreementId === null) return movePayment(transaction, payment, "decline", now, facts);
  // Locked: its payer may be giving it another card at this moment.
  const [agreement] = await transaction
    .select()
    .from(agreements)
    .where(isAgreement({ serviceId, id: agreementId }))
    .for("update");
  // A card that has been replaced says nothing about the one the agreement has now.
  const isReplaced = agreement?.status === "active" && agreement.paymentInstrumentId !== savedInstrumentId;
  const mayRetry = canRetry || isReplaced;
  const moved = await movePayment(transaction, payment, "decline", now, { ...facts, canRetry: mayRetry });
  if (moved && agreement && !mayRetry) await moveAgreement(transaction, agreement, "cardRefused", now);
  return moved;
}

/**
 * The payment has ended while its bank was being asked, or was given up for lost: what the bank now holds is
 * released, and a card that it saved is deleted.
 *
 * @param isFirst an answer that is new may say what came after an earlier void, so that is asked for once more.
 */
async function releaseIfTooLate(
  transaction: Transaction,
  payment: Payment,
  outcome: Answer,
  isFirst: boolean,
  now: Date,
): Promise<void> {
  const isHeld = outcome.is === "authorised" || outcome.is === "challenge";
  if (!isHeld || payment.code === null) return;
  const isVoided = payment.voidedAt !== null && !isFirst;
  await transaction
    .update(payments)
    .set({
      providerId: payment.providerId ?? outcome.providerId,
      ...(payment.voidDueAt === null && !isVoided && { voidDueAt: now }),
    })
    .where(isPayment(payment));
  if (outcome.is !== "authorised" || !outcome.savedCard || payment.setUpAgreementId === null) return;
  if (payment.savedInstrumentId !== null) return;
  const kept = await keepCard(transaction, payment, outcome.savedCard, now);
  await discardUnconfirmedCard(transaction, kept, now);
}

/** What is kept of an answer: never tokens. */
function summaryOf(outcome: Answer): Record<string, unknown> {
  const { is } = outcome;
  return "reason" in outcome ? { is, reason: outcome.reason } : { is };
}
