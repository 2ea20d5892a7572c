import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sandboxPayments } from "@/db/tables/sandbox";
import type { AuthoriseCommand, AuthoriseOutcome, PspContext } from "../port";
import { behaviour, behaviourOf, type Verdict } from "./cards";
import {
  authorisationOutcome,
  inLedger,
  lockPayment,
  record,
  recordedOutcome,
  type LedgerPayment,
} from "./ledger";
import { challengeOf, openPayment, outcomeOf } from "./open-payment";

/** Authorises a card, once per payment: another key for the same payment gets the first one's answer. */
export async function authorise(
  database: Database,
  context: PspContext,
  command: AuthoriseCommand,
): Promise<AuthoriseOutcome> {
  const { paymentId, amount } = command;
  const number = command.card.number.reveal();
  const card = behaviour(behaviourOf(number));
  // No payer, no 3D Secure: a telephone order is exempt from it.
  const threeDs = command.moto || command.threeDsReturnUrl === null ? undefined : card.threeDs;
  const challenged = threeDs === "challenge" || threeDs === "impassable";
  const opening = {
    paymentId,
    amount,
    state: challenged ? "challenge" : card.verdict.is,
    lastFour: number.slice(-4),
    behaviour: behaviourOf(number),
    threeDsRequired: threeDs ? challenged : null,
    returnUrl: challenged ? command.threeDsReturnUrl : null,
    savedCardToken: command.saveFor && randomUUID(),
  } as const;
  return inLedger(database, (tx) => openPayment(tx, context, "authorise", opening, card.verdict));
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
    const { paymentId, amount, state } = payment;
    const recorded = await recordedOutcome<AuthoriseOutcome>(tx, context, "complete3ds");
    if (recorded) return recorded;
    if (state === "voided") return outcomeOf(payment, { is: "refused", reason: "cancelled" });
    if (state !== "challenge") return authorisationOutcome(tx, context, paymentId);
    if (payment.bankAnswer === null) return challengeOf(payment);

    const verdict = verdictAfterChallenge(payment);
    const outcome = outcomeOf(payment, verdict);
    await tx
      .update(sandboxPayments)
      .set({ state: verdict.is })
      .where(eq(sandboxPayments.paymentId, paymentId));
    await record(tx, context, { kind: "complete3ds", paymentId, amount, outcome });
    return outcome;
  });
}

function verdictAfterChallenge(payment: LedgerPayment): Verdict {
  const card = behaviour(payment.behaviour);
  return payment.bankAnswer === "pass" && card.threeDs !== "impassable"
    ? card.verdict
    : { is: "refused", reason: "authentication_failed" };
}
