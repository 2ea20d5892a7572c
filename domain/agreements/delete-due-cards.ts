import { and, eq, isNull, lte } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database, type Transaction } from "@/db/client";
import { paymentInstruments } from "@/db/schema";
import type { SavedCard } from "@/psp/port";
import type { AccountKey } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { claimedUntil } from "../payments/claim-due-payments";
import { eachOf } from "../each-of";
import { unseal } from "../sealed";
import type { PaymentInstrument } from "./agreement";
import { providerOf } from "../providers/provider-of";

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

/**
 * Deletes discarded cards at their PSP, again until it says that they are gone; deleting twice does no harm.
 *
 * @returns how many were asked for.
 */
export async function deleteDueCards(now: Date, whose?: AccountKey, limit = 50): Promise<number> {
  const claimed = await database().transaction(async (transaction) => {
    const due = await transaction
      .select()
      .from(paymentInstruments)
      .where(
        and(
          lte(paymentInstruments.deletionDueAt, now),
          whose && eq(paymentInstruments.serviceId, whose.serviceId),
          whose && eq(paymentInstruments.accountId, whose.accountId),
        ),
      )
      .orderBy(paymentInstruments.deletionDueAt)
      .limit(limit)
      .for("update", { skipLocked: true });
    for (const card of due) {
      await transaction
        .update(paymentInstruments)
        .set({ deletionDueAt: claimedUntil(now) })
        .where(isInstrument(card));
    }
    return due;
  });
  await eachOf(claimed, (card) => deleteCard(card, now));
  return claimed.length;
}

async function deleteCard(card: PaymentInstrument, now: Date): Promise<void> {
  const account = await findAccountOf(card);
  const { provider, context } = await providerOf(card, account, `deleteSavedCard:${card.id}`, now);
  const answer =
    card.savedCard === null
      ? { is: "done" as const }
      : await provider.deleteSavedCard(context, unseal(card.savedCard) as SavedCard);
  const gone = answer.is === "done" || answer.is === "accepted";
  await database()
    .update(paymentInstruments)
    .set(
      gone
        ? { deletionDueAt: null, deletedAt: now, savedCard: null }
        : { deletionDueAt: new Date(now.getTime() + LIMITS.voidRetryMinutes * 60_000) },
    )
    .where(isInstrument(card));
}

function isInstrument({ serviceId, id }: Pick<PaymentInstrument, "serviceId" | "id">) {
  return and(eq(paymentInstruments.serviceId, serviceId), eq(paymentInstruments.id, id));
}
