import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { agreements, paymentInstruments } from "@/db/schema";
import type { SavedCard } from "@/psp/port";
import { newId } from "../new-id";
import type { Payment } from "../payments/payment";
import { seal } from "../sealed";
import { discardCard } from "./delete-due-cards";
import { moveAgreement } from "./move-agreement";

/**
 * Keeps the token of a card that the PSP has saved with a payment. The agreement does not have it before the
 * payer confirms (D24).
 *
 * @returns the new instrument's id.
 */
export async function keepSavedCard(
  transaction: Transaction,
  payment: Payment,
  savedCard: SavedCard,
  now: Date,
): Promise<string> {
  const { serviceId, accountId, firstDigits, lastDigits, cardExpiry, cardholderName } = payment;
  if (firstDigits === null || lastDigits === null || cardExpiry === null || cardholderName === null) {
    throw new Error(`Payment ${payment.id} saved a card without having one`);
  }
  const id = newId(now);
  await transaction.insert(paymentInstruments).values({
    serviceId,
    accountId,
    id,
    createdAt: now,
    paymentProvider: payment.paymentProvider,
    credentialsId: payment.credentialsId,
    savedCard: seal(savedCard),
    cardBrand: payment.cardBrand,
    cardType: payment.cardType,
    firstDigits,
    lastDigits,
    cardExpiry,
    cardholderName,
    billingAddress: payment.billingAddress,
  });
  return id;
}

/** At Confirm the agreement takes the saved card and becomes active; a card it had before is discarded (D24). */
export async function giveCardToAgreement(
  transaction: Transaction,
  payment: Payment,
  now: Date,
): Promise<void> {
  const { serviceId, setUpAgreementId, savedInstrumentId } = payment;
  if (setUpAgreementId === null || savedInstrumentId === null) return;
  const [agreement] = await transaction
    .select()
    .from(agreements)
    .where(and(eq(agreements.serviceId, serviceId), eq(agreements.id, setUpAgreementId)))
    .for("update");
  if (!agreement) throw new Error(`Agreement ${setUpAgreementId} has gone`);
  const before = agreement.paymentInstrumentId;
  await moveAgreement(transaction, agreement, "cardSaved", now, savedInstrumentId);
  if (before !== null && before !== savedInstrumentId)
    await discardCard(transaction, { serviceId, id: before }, now);
}

/** The payment ended without its payer's confirmation: a card saved on the way is not kept (D24). */
export async function discardUnconfirmedCard(
  transaction: Transaction,
  payment: Payment,
  now: Date,
): Promise<void> {
  const { serviceId, setUpAgreementId, savedInstrumentId: id } = payment;
  if (setUpAgreementId !== null && id !== null) await discardCard(transaction, { serviceId, id }, now);
}
