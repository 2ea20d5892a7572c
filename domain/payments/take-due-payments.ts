import { and, eq } from "drizzle-orm";
import { type Transaction } from "@/db/client";
import { accounts, agreements, paymentInstruments, payments } from "@/db/schema";
import type { AuthoriseOutcome } from "@/psp/port";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import type { PaymentInstrument } from "../agreements/agreement";
import type { Account } from "../caller";
import { askUnderLease, claimOnce, type PspOperation } from "../operations/operation";
import { eachOf } from "../each-of";
import { claimDuePayments, type Whose } from "./claim-due-payments";
import { commandForSavedCard } from "./commands-for-psp";
import { isOverdue } from "./expire-payment";
import { movePayment } from "./move-payment";
import { isPayment, type Payment } from "./payment";
import { authorisationOf, firstOperation, preparePayment } from "./prepare-payment";
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
  const claimed = await claimDuePayments("takeDueAt", now, whose, limit, (transaction, payment) =>
    claim(transaction, payment, now),
  );
  await eachOf(claimed, take);
  return claimed.length;
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
    credentialsId: await credentialsOfAccount(transaction, payment),
  });
  if (moved && (await claimOnce(transaction, firstOperation(moved)))) return moved;
  // It has ended in the meantime.
  await transaction.update(payments).set({ takeDueAt: null }).where(isPayment(payment));
  return undefined;
}

async function take(payment: Payment): Promise<void> {
  const account = await findAccountOf(payment);
  const prepared = await preparePayment(payment, account);
  if (prepared) await chargeSavedCard(prepared, account);
}

/** Puts the claimed payment's saved card to the bank: ask, record. */
export async function chargeSavedCard(payment: Payment, account: Account): Promise<void> {
  const operation = authorisationOf(payment);
  const outcome = await askUnderLease(operation, () => askForSavedCard(operation, payment, account));
  await recordAuthorisation(operation, outcome, accountTime(account, new Date()));
}

/** Asks the PSP to charge the agreement's card. The key makes a repeat after a lost answer harmless. */
export async function askForSavedCard(
  operation: PspOperation,
  payment: Payment,
  account: Account,
): Promise<AuthoriseOutcome> {
  const command = await commandForSavedCard(payment);
  if (!command) return { is: "refused", reason: "revocation_of_authorisation", canRetry: false };
  const { provider, context } = await providerOf(
    payment,
    account,
    operation.key,
    accountTime(account, new Date()),
  );
  return provider.authoriseSavedCard(context, { ...command, providerId: payment.providerId });
}

/** The account's credentials as they are when the payment is claimed: it keeps them from then on. */
async function credentialsOfAccount(
  transaction: Transaction,
  { serviceId, accountId }: Payment,
): Promise<string | null> {
  const [account] = await transaction
    .select({ credentialsId: accounts.credentialsId })
    .from(accounts)
    .where(and(eq(accounts.serviceId, serviceId), eq(accounts.id, accountId)));
  return account?.credentialsId ?? null;
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
