import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { sandboxPayments } from "@/db/tables/sandbox";
import { canRetry } from "../decline-reasons";
import type { AuthoriseCommand, AuthoriseOutcome, PspContext, RecurringCommand } from "../port";
import { bankPage } from "./bank";
import { behaviour, behaviourOf, type Verdict } from "./cards";
import {
  authorisationOutcome,
  inLedger,
  lockPayment,
  record,
  recordedOutcome,
  type LedgerPayment,
} from "./ledger";

type NewPayment = typeof sandboxPayments.$inferInsert;

/** Authorises a card, once per payment: another key for the same payment gets the first one's answer. */
export async function authorise(
  database: Database,
  context: PspContext,
  command: AuthoriseCommand,
): Promise<AuthoriseOutcome> {
  const number = command.card.number.reveal();
  const card = behaviour(behaviourOf(number));
  const threeDs = command.moto || command.threeDsReturnUrl === null ? undefined : card.threeDs;
  const challenged = threeDs === "challenge" || threeDs === "impassable";
  return inLedger(database, (tx) =>
    authoriseOnce(tx, context, "authorise", {
      ...opening(context, command),
      state: challenged ? "challenge" : stateAfter(card.verdict),
      lastFour: number.slice(-4),
      behaviour: behaviourOf(number),
      threeDsRequired: threeDs ? challenged : null,
      returnUrl: challenged ? command.threeDsReturnUrl : null,
      savedCardToken: command.saveFor && randomUUID(),
    }),
  );
}

/** Decides by what the payer told the bank; unanswered, the challenge still stands and nothing is recorded. */
export async function complete3ds(
  database: Database,
  context: PspContext,
  providerId: string,
): Promise<AuthoriseOutcome> {
  return inLedger(database, async (tx) => {
    const payment = await lockPayment(tx, context, providerId);
    if (!payment) return { is: "error", reason: "payment_not_found" };
    const recorded = await recordedOutcome<AuthoriseOutcome>(tx, context, "complete3ds");
    if (recorded) return recorded;
    if (payment.state === "voided") return outcomeOf(payment, { is: "refused", reason: "cancelled" });
    if (payment.state !== "challenge") return authorisationOutcome(tx, context, payment.paymentId);
    if (payment.bankAnswer === null) return challengeOf(payment);

    const verdict = verdictAfterChallenge(payment);
    await tx
      .update(sandboxPayments)
      .set({ state: stateAfter(verdict) })
      .where(eq(sandboxPayments.paymentId, payment.paymentId));
    const outcome = outcomeOf(payment, verdict);
    await record(tx, context, {
      kind: "complete3ds",
      paymentId: payment.paymentId,
      amount: payment.amount,
      outcome,
    });
    return outcome;
  });
}

/** Charges a saved card again, with no payer present. */
export async function authoriseSavedCard(
  database: Database,
  context: PspContext,
  command: RecurringCommand,
): Promise<AuthoriseOutcome> {
  return inLedger(database, async (tx) => {
    const saved = await findSavedCard(tx, context, command.token.token);
    // A card that was deleted, or was never saved, is one that its holder allows no more payments from.
    const verdict: Verdict = saved
      ? (behaviour(saved.behaviour).laterVerdict ?? { is: "authorised" })
      : { is: "refused", reason: "revocation_of_authorisation" };
    const payment = {
      ...opening(context, command),
      state: stateAfter(verdict),
      lastFour: saved?.lastFour ?? "0000",
      behaviour: saved?.behaviour ?? "unknownCard",
    };
    return authoriseOnce(tx, context, "authoriseSavedCard", payment, verdict);
  });
}

/** Of simultaneous first attempts one inserts; the others wait for it and then answer what it answered. */
async function authoriseOnce(
  tx: Transaction,
  context: PspContext,
  kind: "authorise" | "authoriseSavedCard",
  payment: NewPayment,
  verdict: Verdict = behaviour(payment.behaviour).verdict,
): Promise<AuthoriseOutcome> {
  const [opened] = await tx.insert(sandboxPayments).values(payment).onConflictDoNothing().returning();
  if (!opened) return authorisationOutcome(tx, context, payment.paymentId);
  const outcome = opened.state === "challenge" ? challengeOf(opened) : outcomeOf(opened, verdict);
  await record(tx, context, { kind, paymentId: opened.paymentId, amount: opened.amount, outcome });
  return outcome;
}

function opening(context: PspContext, { paymentId, amount }: { paymentId: string; amount: number }) {
  return {
    paymentId,
    amount,
    accountId: context.accountId,
    providerId: randomUUID(),
    createdAt: context.now,
  };
}

function stateAfter(verdict: Verdict): "authorised" | "refused" | "error" {
  return verdict.is;
}

function verdictAfterChallenge(payment: LedgerPayment): Verdict {
  const card = behaviour(payment.behaviour);
  return payment.bankAnswer === "pass" && card.threeDs !== "impassable"
    ? card.verdict
    : { is: "refused", reason: "authentication_failed" };
}

function outcomeOf(payment: LedgerPayment, verdict: Verdict): AuthoriseOutcome {
  const { providerId, savedCardToken, threeDsRequired } = payment;
  const threeDs = threeDsRequired === null ? {} : { threeDs: { required: threeDsRequired } };
  if (verdict.is === "error") return { ...verdict, providerId };
  if (verdict.is === "refused")
    return { ...verdict, providerId, canRetry: canRetry(verdict.reason), ...threeDs };
  const saved = savedCardToken === null ? {} : { savedCard: { token: savedCardToken } };
  return { is: "authorised", providerId, ...saved, ...threeDs };
}

function challengeOf({ paymentId, providerId, returnUrl }: LedgerPayment): AuthoriseOutcome {
  if (returnUrl === null) throw new Error(`Challenge of payment ${paymentId} has no way back`);
  return { is: "challenge", providerId, challenge: bankPage(paymentId, returnUrl) };
}

async function findSavedCard(tx: Transaction, context: PspContext, token: string | undefined) {
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
        // A payment that was released saves nothing.
        inArray(state, ["authorised", "captured"]),
      ),
    );
  return saved;
}
