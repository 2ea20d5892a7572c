import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { agreements, paymentInstruments } from "@/db/schema";
import type { AuthoriseCommand, PrepareCommand, RecurringCommand, SavedCard } from "@/psp/port";
import { isAgreement, type PaymentInstrument } from "../agreements/agreement";
import { publicUrl } from "../public-url";
import { unseal } from "../sealed";
import { totalAmount, type Payment } from "./payment";

/** What a PSP is told of a payment whatever its card: the same at every ask, so that a repeat is recognised. */
export async function commandWithoutCard(payment: Payment): Promise<PrepareCommand> {
  return {
    paymentId: payment.id,
    amount: totalAmount(payment),
    description: payment.description,
    reference: payment.reference,
    moto: payment.moto,
    saveFor: await savedFor(payment),
    threeDsReturnUrl: threeDsReturnUrl(payment),
  };
}

/** What a PSP is told to charge a saved card; undefined when the card has been deleted or there was none. */
export async function commandForSavedCard(
  payment: Payment,
): Promise<Omit<RecurringCommand, "providerId"> | undefined> {
  if (payment.agreementId === null) throw new Error(`${payment.id} has no agreement`);
  const card = await chargedCard(payment);
  if (!card || card.savedCard === null) return undefined;
  return {
    paymentId: payment.id,
    amount: payment.amount,
    description: payment.description,
    agreementId: payment.agreementId,
    use: payment.agreementPaymentType ?? "recurring",
    token: unseal(card.savedCard) as SavedCard,
  };
}

/** Where the bank's page sends the payer back to. With nobody at a browser, no bank can ask for proof. */
function threeDsReturnUrl({ id, authorisationMode, moto }: Payment): string | null {
  const isPayerThere = authorisationMode === "web" && !moto;
  return isPayerThere ? publicUrl(`/card-details/${id}/three-d-secure/return`) : null;
}

/** The agreement that the card is saved for, in the words that its PSP files it under. */
async function savedFor({
  serviceId,
  setUpAgreementId,
  agreementPaymentType,
}: Payment): Promise<AuthoriseCommand["saveFor"]> {
  if (setUpAgreementId === null) return null;
  const [agreement] = await database()
    .select({ description: agreements.description })
    .from(agreements)
    .where(isAgreement({ serviceId, id: setUpAgreementId }));
  if (!agreement) throw new Error(`Agreement ${setUpAgreementId} has gone`);
  const { description } = agreement;
  return { agreementId: setUpAgreementId, description, use: agreementPaymentType ?? "recurring" };
}

/** The card that this payment was claimed with, whatever card its agreement has by now. */
async function chargedCard({
  serviceId,
  savedInstrumentId,
}: Payment): Promise<PaymentInstrument | undefined> {
  if (savedInstrumentId === null) return undefined;
  const [card] = await database()
    .select()
    .from(paymentInstruments)
    .where(and(eq(paymentInstruments.serviceId, serviceId), eq(paymentInstruments.id, savedInstrumentId)));
  return card;
}
