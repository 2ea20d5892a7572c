import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { StoredChallenge } from "@/contract/challenge";
import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import {
  askUnderLease,
  claimOnce,
  claimOnceMore,
  operationOf,
  type PspOperation,
} from "../operations/operation";
import { providerOf } from "../providers/provider-of";
import { refused } from "../refused";
import { expireIfOverdue } from "./expire-payment";
import { isPayment, type Payment } from "./payment";
import { recordAuthorisation } from "./record-authorisation";

/**
 * The payer is back from their bank's page: the PSP is asked how that went (claim, ask, record).
 *
 * Of two returns at once one asks. A payer who has not answered their bank finds the challenge as it was, and may
 * come back as often as they like; only then can the operation be claimed again, under its one key.
 *
 * @returns the question under way, whose promise ends when the answer is recorded; refused where no challenge waits
 * or its question is under way already.
 */
export async function completeThreeDSecure(payment: Payment, now: Date) {
  const current = await expireIfOverdue(payment, now);
  const operation = operationOf(current, "complete3ds");
  const claimed = await database().transaction((transaction) => claim(transaction, operation, current, now));
  if (!claimed?.challenge || claimed.providerId === null) return refused("notChallenged");
  return { completing: complete(claimed, claimed.providerId, claimed.challenge, operation) };
}

async function claim(
  transaction: Transaction,
  operation: PspOperation,
  payment: Payment,
  now: Date,
): Promise<Payment | undefined> {
  const [waiting] = await transaction
    .select()
    .from(payments)
    .where(
      and(
        isPayment(payment),
        eq(payments.status, "started"),
        isNotNull(payments.challenge),
        gt(payments.expiresAt, now),
      ),
    )
    .for("update");
  if (!waiting) return undefined;
  const isClaimed =
    (await claimOnce(transaction, operation)) || (await claimOnceMore(transaction, operation, "challenge"));
  return isClaimed ? waiting : undefined;
}

async function complete(
  payment: Payment,
  providerId: string,
  { session }: StoredChallenge,
  operation: PspOperation,
): Promise<void> {
  const account = await findAccountOf(payment);
  const time = () => accountTime(account, new Date());
  const { provider, context } = await providerOf(payment, account, operation.key, time());
  const at = { paymentId: payment.id, providerId };
  const outcome = await askUnderLease(operation, () => provider.complete3ds(context, at, session));
  await recordAuthorisation(operation, outcome, time());
}
