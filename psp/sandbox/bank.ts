import { and, eq, isNull } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { sandboxPayments } from "@/db/tables/sandbox";
import type { Challenge } from "../port";

/** The page of the payer's bank, which the sandbox plays too: on the same site as the page it returns to. */
export function bankPage(paymentId: string, returnUrl: string): Challenge {
  return { via: "redirect", url: new URL(bankPagePath(paymentId), returnUrl).href };
}

/** Where the bank's page is expected to be. */
export function bankPagePath(paymentId: string): string {
  return `/sandbox/bank/${paymentId}`;
}

/** What the bank's page shows, and where it sends the payer afterwards. */
export interface BankChallenge {
  amount: number;
  lastFour: string;
  returnUrl: string;
  answered: boolean;
}

/** The challenge that waits for its payer; undefined when there is none or the payment has moved on. */
export async function findChallenge(
  database: Executor,
  paymentId: string,
): Promise<BankChallenge | undefined> {
  const [payment] = await database
    .select()
    .from(sandboxPayments)
    .where(and(eq(sandboxPayments.paymentId, paymentId), eq(sandboxPayments.state, "challenge")));
  if (!payment?.returnUrl) return undefined;
  const { amount, lastFour, returnUrl, bankAnswer } = payment;
  return { amount, lastFour, returnUrl, answered: bankAnswer !== null };
}

/**
 * Records what the payer told the bank (D32). The first answer stands.
 *
 * @returns whether this was the first answer to a waiting challenge.
 */
export async function answerChallenge(
  database: Executor,
  paymentId: string,
  answer: "pass" | "fail",
): Promise<boolean> {
  const { state, bankAnswer } = sandboxPayments;
  const answered = await database
    .update(sandboxPayments)
    .set({ bankAnswer: answer })
    .where(and(eq(sandboxPayments.paymentId, paymentId), eq(state, "challenge"), isNull(bankAnswer)))
    .returning({ paymentId: sandboxPayments.paymentId });
  return answered.length === 1;
}
