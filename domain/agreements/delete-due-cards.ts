import { and, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { paymentInstruments, payments } from "@/db/schema";
import type { Acknowledgement, SavedCard } from "@/psp/port";
import { accountTime, timeOf, type AccountKey } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { claimEach } from "../claim-each";
import { eachOf } from "../each-of";
import {
  askUnderLease,
  claimAgain,
  closeOperation,
  leaveOpen,
  nextAsk,
  type PspOperation,
} from "../operations/operation";
import { claimedUntil } from "../payments/claim-due-payments";
import { providerOf } from "../providers/provider-of";
import { unseal } from "../sealed";
import type { PaymentInstrument } from "./agreement";

/** A saved card that is no longer wanted: its deletion at the PSP falls due. */
export async function discardCard(
  transaction: Transaction,
  instrument: Pick<PaymentInstrument, "serviceId" | "id">,
  now: Date,
): Promise<void> {
  await transaction
    .update(paymentInstruments)
    .set({ deletionDueAt: now })
    .where(and(isInstrument(instrument), isNull(paymentInstruments.deletedAt)));
}

/** A card that is being deleted, and how often that has been asked for by now. */
interface Claimed {
  readonly card: PaymentInstrument;
  readonly operation: PspOperation;
  readonly tries: number;
}

/**
 * Deletes discarded cards at their PSP: claim, ask, record, under the card's own key. Asked again ever more rarely until
 * the PSP says that it is gone; deleting twice does no harm.
 *
 * @returns how many were asked for.
 */
export async function deleteDueCards(now: Date, whose?: AccountKey, limit = 50): Promise<number> {
  const { serviceId, accountId, id, deletionDueAt } = paymentInstruments;
  const due = await database()
    .select({ serviceId, id })
    .from(paymentInstruments)
    .where(
      and(
        lte(deletionDueAt, now),
        whose && eq(serviceId, whose.serviceId),
        whose && eq(accountId, whose.accountId),
      ),
    )
    .orderBy(deletionDueAt)
    .limit(limit);
  const claimed = await claimEach(due, (transaction, key) => claimDue(transaction, key, now));
  await eachOf(claimed, deleteCard);
  return claimed.length;
}

async function claimDue(
  transaction: Transaction,
  key: Pick<PaymentInstrument, "serviceId" | "id">,
  now: Date,
): Promise<Claimed | undefined> {
  const [card] = await transaction
    .select()
    .from(paymentInstruments)
    .where(and(isInstrument(key), lte(paymentInstruments.deletionDueAt, now)))
    .for("update", { skipLocked: true });
  if (!card) return undefined;
  const operation = await deletionOf(transaction, card);
  const tries = await claimAgain(transaction, operation);
  await transaction
    .update(paymentInstruments)
    .set({ deletionDueAt: claimedUntil(now) })
    .where(isInstrument(key));
  return { card, operation, tries };
}

/** The journal entry of a card's deletion: beside the payment that has saved it, for as long as that is kept. */
async function deletionOf(
  transaction: Transaction,
  { serviceId, accountId, id }: PaymentInstrument,
): Promise<PspOperation> {
  const [savedWith] = await transaction
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.serviceId, serviceId),
        eq(payments.savedInstrumentId, id),
        isNotNull(payments.setUpAgreementId),
      ),
    );
  const paymentId = savedWith?.id ?? null;
  return { serviceId, accountId, paymentId, kind: "deleteSavedCard", key: `deleteSavedCard:${id}` };
}

async function deleteCard(claimed: Claimed): Promise<void> {
  const { card, operation } = claimed;
  const answer = await askUnderLease(operation, () => ask(card, operation));
  const now = await timeOf(card, new Date());
  await database().transaction((transaction) => record(transaction, claimed, answer, now));
}

async function ask(card: PaymentInstrument, { key }: PspOperation): Promise<Acknowledgement> {
  if (card.savedCard === null) return { is: "done" };
  const account = await findAccountOf(card);
  const { provider, context } = await providerOf(card, account, key, accountTime(account, new Date()));
  return provider.deleteSavedCard(context, unseal(card.savedCard) as SavedCard);
}

async function record(
  transaction: Transaction,
  { card, operation, tries }: Claimed,
  answer: Acknowledgement,
  now: Date,
): Promise<void> {
  // The card before its journal, as whoever claims it does: two at once never wait in a circle.
  await transaction.select().from(paymentInstruments).where(isInstrument(card)).for("update");
  if (answer.is === "done" || answer.is === "accepted") {
    await closeOperation(transaction, operation, { is: answer.is });
    await transaction
      .update(paymentInstruments)
      .set({ deletionDueAt: null, deletedAt: now, savedCard: null })
      .where(isInstrument(card));
    return;
  }
  const cause = answer.is === "rejected" ? answer.reason : answer.cause;
  await leaveOpen(transaction, operation, cause, nextAsk(tries + 1, new Date()));
  await transaction
    .update(paymentInstruments)
    .set({ deletionDueAt: nextAsk(tries + 1, now) })
    .where(and(isInstrument(card), isNull(paymentInstruments.deletedAt)));
}

function isInstrument({ serviceId, id }: Pick<PaymentInstrument, "serviceId" | "id">) {
  return and(eq(paymentInstruments.serviceId, serviceId), eq(paymentInstruments.id, id));
}
