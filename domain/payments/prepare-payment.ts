import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { Psp, PspContext } from "@/psp/port";
import { accountTime } from "../accounts/account-time";
import type { Account } from "../caller";
import {
  askUnderLease,
  claimOnce,
  closeOperation,
  leaveUnknown,
  operationOf,
  type PspOperation,
} from "../operations/operation";
import { adapterOf, providerOf } from "../providers/provider-of";
import { commandForSavedCard, commandWithoutCard } from "./commands-for-psp";
import { lockPaymentOf } from "./lock-payment";
import { movePayment } from "./move-payment";
import { isPayment, type Payment } from "./payment";

/** What a PSP answers to being told of a payment; no id where there is nothing to tell it any more. */
export type Preparation = Awaited<ReturnType<NonNullable<Psp["prepare"]>>> | { is: "nothingToPrepare" };

/** The operation by which a payment's authorisation begins: where its PSP opens payments first, that. */
export function firstOperation(payment: Payment): PspOperation {
  return adapterOf(payment).prepare ? operationOf(payment, "prepare") : authorisationOf(payment);
}

/** The operation by which a payment's card is put to the bank. */
export function authorisationOf(payment: Payment): PspOperation {
  return operationOf(payment, payment.authorisationMode === "agreement" ? "authoriseSavedCard" : "authorise");
}

/**
 * Opens a claimed payment at a PSP that gives it its id before any card is sent: ask, record. With the record the
 * authorisation itself is claimed, so that at every moment one open operation tells how far it has come.
 *
 * @returns the payment with its authorisation claimed, or undefined when it must not be authorised.
 */
export async function preparePayment(payment: Payment, account: Account): Promise<Payment | undefined> {
  const operation = operationOf(payment, "prepare");
  const time = () => accountTime(account, new Date());
  const { provider, context } = await providerOf(payment, account, operation.key, time());
  if (!provider.prepare) return payment;
  const answer = await askUnderLease(operation, () => askToPrepare(provider, context, payment));
  return recordPreparation(operation, answer, time());
}

/** Asks, in words that are the same whenever it is asked again. */
export async function askToPrepare(
  provider: Psp,
  context: PspContext,
  payment: Payment,
): Promise<Preparation> {
  const bySavedCard = payment.authorisationMode === "agreement";
  const command = await (bySavedCard ? commandForSavedCard(payment) : commandWithoutCard(payment));
  if (!command || !provider.prepare) return { is: "nothingToPrepare" };
  return provider.prepare(context, command);
}

/**
 * Writes down under which id the PSP knows the payment, and claims its authorisation. A payment that has ended in
 * the meantime is closed at the PSP too.
 */
export async function recordPreparation(
  operation: PspOperation,
  answer: Preparation,
  now: Date,
): Promise<Payment | undefined> {
  return database().transaction(async (transaction) => {
    const payment = await lockPaymentOf(transaction, operation);
    if (answer.is === "unknown") {
      const { queryableAfterMilliseconds: wait } = capabilitiesOf(payment.paymentProvider);
      await leaveUnknown(transaction, operation, answer.cause, wait);
      return undefined;
    }
    const summary = "reason" in answer ? { is: answer.is, reason: answer.reason } : { is: answer.is };
    if (!(await closeOperation(transaction, operation, summary))) return undefined;
    if (answer.is === "error") {
      await movePayment(transaction, payment, "fault", now);
      return undefined;
    }
    const known =
      answer.is === "prepared" ? await keepId(transaction, payment, answer.providerId, now) : payment;
    const goesOn = payment.code === null && (await claimOnce(transaction, authorisationOf(payment)));
    return goesOn ? known : undefined;
  });
}

async function keepId(
  transaction: Transaction,
  payment: Payment,
  providerId: string,
  now: Date,
): Promise<Payment> {
  const hasEnded = payment.code !== null;
  const [known] = await transaction
    .update(payments)
    .set({ providerId, ...(hasEnded && { voidDueAt: now }) })
    .where(isPayment(payment))
    .returning();
  if (!known) throw new Error(`Payment ${payment.id} has gone`);
  return known;
}
