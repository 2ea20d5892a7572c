import { and, eq } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { agreements, paymentInstruments, payments } from "@/db/schema";
import type { AuthoriseOutcome, SavedCard } from "@/psp/port";
import { findAccountOf } from "../accounts/find-account";
import type { PaymentInstrument } from "../agreements/agreement";
import type { Account } from "../caller";
import { askUnderLease, claimOnce, operationOf, type PspOperation } from "../operations/operation";
import { eachInTurn, eachOf } from "../each-of";
import { unseal } from "../sealed";
import { findDuePayments, lockDuePayments, type Whose } from "./claim-due-payments";
import { isOverdue } from "./expire-payment";
import { movePayment } from "./move-payment";
import { isPayment, type Payment, type PaymentKey } from "./payment";
import { recordAuthorisation } from "./record-authorisation";
import { providerOf } from "../providers/provider-of";

/**
 * Charges the saved cards of payments in mode agreement (D19): claim, ask, record. It is due from the creation
 * of the payment on, so a restart in between only delays it.
 *
 * @param whose takes this payment alone, if it is due.
 * @returns how many were asked for.
 */
export async function takeDuePayments(now: Date, whose?: Whose, limit = 50): Promise<number> {
  const due = whose && "id" in whose ? [whose] : await findDuePayments("takeDueAt", now, limit, whose);
  const claimed: Payment[] = [];
  // Each in a transaction of its own: one that cannot be claimed must not keep the others waiting.
  await eachInTurn(due, async (key) => {
    const payment = await database().transaction((transaction) => claimIfDue(transaction, key, now));
    if (payment) claimed.push(payment);
  });
  await eachOf(claimed, take);
  return claimed.length;
}

async function claimIfDue(
  transaction: Transaction,
  key: PaymentKey,
  now: Date,
): Promise<Payment | undefined> {
  const [payment] = await lockDuePayments(transaction, "takeDueAt", now, key, 1);
  return payment && claim(transaction, payment, now);
}

async function claim(transaction: Transaction, payment: Payment, now: Date): Promise<Payment | undefined> {
  if (isOverdue(payment, now)) {
    await movePayment(transaction, payment, "expire", now, { takeDueAt: null });
    return undefined;
  }
  const card = await cardOfAgreement(transaction, payment);
  const facts = card && {
    cardBrand: card.cardBrand,
    cardType: card.cardType,
    firstDigits: card.firstDigits,
    lastDigits: card.lastDigits,
    cardExpiry: card.cardExpiry,
    cardholderName: card.cardholderName,
    billingAddress: card.billingAddress as Payment["billingAddress"],
  };
  const moved = await movePayment(transaction, payment, "takeSavedCard", now, {
    ...facts,
    takeDueAt: null,
    savedInstrumentId: card?.id ?? null,
  });
  if (moved && (await claimOnce(transaction, operationOf(payment, "authoriseSavedCard"), now))) return moved;
  // It has ended in the meantime.
  await transaction.update(payments).set({ takeDueAt: null }).where(isPayment(payment));
  return undefined;
}

async function take(payment: Payment): Promise<void> {
  const operation = operationOf(payment, "authoriseSavedCard");
  const account = await findAccountOf(payment);
  const outcome = await askUnderLease(operation, () => askForSavedCard(operation, account));
  await recordAuthorisation(operation, outcome, new Date());
}

/** Asks the PSP to charge the agreement's card. The key makes a repeat after a lost answer harmless. */
export async function askForSavedCard(operation: PspOperation, account: Account): Promise<AuthoriseOutcome> {
  const [payment] = await database()
    .select()
    .from(payments)
    .where(isPayment({ serviceId: operation.serviceId, id: operation.paymentId }));
  if (!payment || payment.agreementId === null) throw new Error(`${operation.paymentId} has no agreement`);
  const card = await chargedCard(payment);
  if (!card || card.savedCard === null) {
    return { is: "refused", reason: "revocation_of_authorisation", canRetry: false };
  }
  const { provider, context } = await providerOf(payment, account, operation.key, new Date());
  return provider.authoriseSavedCard(context, {
    paymentId: payment.id,
    amount: payment.amount,
    description: payment.description,
    agreementId: payment.agreementId,
    use: payment.agreementPaymentType ?? "recurring",
    providerId: payment.providerId,
    token: unseal(card.savedCard) as SavedCard,
  });
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

/** The card of an agreement that is still active. */
async function cardOfAgreement(
  executor: Pick<Transaction, "select">,
  { serviceId, agreementId }: Payment,
): Promise<PaymentInstrument | undefined> {
  if (agreementId === null) return undefined;
  const [found] = await executor
    .select({ instrument: paymentInstruments })
    .from(agreements)
    .innerJoin(
      paymentInstruments,
      and(
        eq(paymentInstruments.serviceId, agreements.serviceId),
        eq(paymentInstruments.id, agreements.paymentInstrumentId),
      ),
    )
    .where(
      and(
        eq(agreements.serviceId, serviceId),
        eq(agreements.id, agreementId),
        eq(agreements.status, "active"),
      ),
    );
  return found?.instrument;
}
