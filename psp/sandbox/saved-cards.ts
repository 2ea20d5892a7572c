import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { sandboxPayments } from "@/db/tables/sandbox";
import type { Acknowledgement, AuthoriseOutcome, PspContext, RecurringCommand, SavedCard } from "../port";
import { behaviour, type Verdict } from "./cards";
import { inLedger, record } from "./ledger";
import { openPayment } from "./open-payment";

/**
 * Charges a saved card again, with no payer present. A card that was deleted, or was never saved, is one whose
 * holder allows no more payments.
 */
export async function authoriseSavedCard(
  database: Database,
  context: PspContext,
  command: RecurringCommand,
): Promise<AuthoriseOutcome> {
  return inLedger(database, async (tx) => {
    const saved = await findSavedCard(tx, context, command.token);
    const verdict: Verdict = saved
      ? (behaviour(saved.behaviour).laterVerdict ?? { is: "authorised" })
      : { is: "refused", reason: "revocation_of_authorisation" };
    const opening = {
      paymentId: command.paymentId,
      amount: command.amount,
      state: verdict.is,
      lastFour: saved?.lastFour ?? "0000",
      behaviour: saved?.behaviour ?? "unknownCard",
    };
    return openPayment(tx, context, "authoriseSavedCard", opening, verdict);
  });
}

/** Forgets a saved card. Gone already, or never there, is as good as deleted. */
export async function deleteSavedCard(
  database: Database,
  context: PspContext,
  token: SavedCard,
): Promise<Acknowledgement> {
  const outcome: Acknowledgement = { is: "done" };
  return inLedger(database, async (tx) => {
    const saved = await findSavedCard(tx, context, token);
    if (!saved) return outcome;
    const { paymentId } = saved;
    await tx
      .update(sandboxPayments)
      .set({ savedCardDeletedAt: context.now })
      .where(eq(sandboxPayments.paymentId, paymentId));
    await record(tx, context, { kind: "deleteSavedCard", paymentId, outcome });
    return outcome;
  });
}

async function findSavedCard(tx: Transaction, context: PspContext, { token }: SavedCard) {
  if (token === undefined) return undefined;
  const { savedCardToken, accountId, savedCardDeletedAt, state } = sandboxPayments;
  const [saved] = await tx
    .select()
    .from(sandboxPayments)
    .where(
      and(
        eq(savedCardToken, token),
        eq(accountId, context.accountId),
        isNull(savedCardDeletedAt),
        // Saved with the authorisation, whatever became of the money: only deletion ends it.
        inArray(state, ["authorised", "captured", "voided"]),
      ),
    )
    .for("update");
  return saved;
}
