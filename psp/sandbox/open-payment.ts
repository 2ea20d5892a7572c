import { randomUUID } from "node:crypto";
import type { Transaction } from "@/db/client";
import { sandboxPayments } from "@/db/tables/sandbox";
import { canRetry } from "../decline-reasons";
import type { AuthoriseOutcome, PspContext } from "../port";
import { bankPage } from "./bank";
import type { Verdict } from "./cards";
import { authorisationOutcome, record, type LedgerPayment } from "./ledger";

type NewPayment = typeof sandboxPayments.$inferInsert;
type Opening = Omit<NewPayment, "accountId" | "providerId" | "createdAt">;

/**
 * Enters a payment in the books with its first answer. Of simultaneous attempts one enters it; the others wait
 * and then answer what it answered.
 */
export async function openPayment(
  tx: Transaction,
  context: PspContext,
  kind: "authorise" | "authoriseSavedCard",
  opening: Opening,
  verdict: Verdict,
): Promise<AuthoriseOutcome> {
  const [opened] = await tx
    .insert(sandboxPayments)
    .values({ ...opening, accountId: context.accountId, providerId: randomUUID(), createdAt: context.now })
    .onConflictDoNothing({ target: sandboxPayments.paymentId })
    .returning();
  if (!opened) return authorisationOutcome(tx, context, opening.paymentId);
  const outcome = opened.state === "challenge" ? challengeOf(opened) : outcomeOf(opened, verdict);
  await record(tx, context, { kind, paymentId: opened.paymentId, amount: opened.amount, outcome });
  return outcome;
}

/** The bank's verdict as the port tells it. */
export function outcomeOf(payment: LedgerPayment, verdict: Verdict): AuthoriseOutcome {
  const { providerId, savedCardToken, threeDsRequired } = payment;
  const threeDs = threeDsRequired === null ? {} : { threeDs: { required: threeDsRequired } };
  if (verdict.is === "error") return { ...verdict, providerId };
  if (verdict.is === "refused")
    return { ...verdict, providerId, canRetry: canRetry(verdict.reason), ...threeDs };
  const saved = savedCardToken === null ? {} : { savedCard: { token: savedCardToken } };
  return { is: "authorised", providerId, ...saved, ...threeDs };
}

/** The payer is to go to the bank's page. */
export function challengeOf({ paymentId, providerId, returnUrl }: LedgerPayment): AuthoriseOutcome {
  if (returnUrl === null) throw new Error(`Challenge of payment ${paymentId} has no way back`);
  return { is: "challenge", providerId, challenge: bankPage(paymentId, returnUrl) };
}
