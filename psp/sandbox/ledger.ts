import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { isDatabaseDown } from "@/db/is-database-down";
import { sandboxOperations, sandboxPayments } from "@/db/tables/sandbox";
import type { Acknowledgement, AuthoriseOutcome, PspContext } from "../port";

export type LedgerPayment = typeof sandboxPayments.$inferSelect;
export type OperationKind = (typeof sandboxOperations.$inferSelect)["kind"];

interface Operation {
  kind: OperationKind;
  paymentId: string;
  refundId?: string;
  amount?: number;
  outcome: AuthoriseOutcome | Acknowledgement;
}

/**
 * One transaction of the sandbox's books. When they cannot be reached the answer is `unknown`, as from any
 * provider that does not answer; a fault of ours (a key used for two different things) is thrown.
 */
export async function inLedger<Answer>(
  database: Database,
  act: (tx: Transaction) => Promise<Answer>,
): Promise<Answer | { is: "unknown"; cause: string }> {
  try {
    return await database.transaction(act);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    return { is: "unknown", cause: "no_answer" };
  }
}

/** The payment, held until the transaction ends: whatever else is asked of it waits and then sees the result. */
export async function lockPayment(
  tx: Transaction,
  context: PspContext,
  providerId: string,
): Promise<LedgerPayment | undefined> {
  const { providerId: column, accountId } = sandboxPayments;
  const [payment] = await tx
    .select()
    .from(sandboxPayments)
    .where(and(eq(column, providerId), eq(accountId, context.accountId)))
    .for("update");
  return payment;
}

/** What was answered under this key before, if anything was done under it. */
export async function recordedOutcome<Outcome>(
  tx: Transaction,
  context: PspContext,
  kind: OperationKind,
): Promise<Outcome | undefined> {
  const { operationKey, outcome } = sandboxOperations;
  const [row] = await tx
    .select({ kind: sandboxOperations.kind, outcome })
    .from(sandboxOperations)
    .where(eq(operationKey, context.operationKey));
  if (row && row.kind !== kind) throw new Error(`Operation key ${context.operationKey} is a ${row.kind}'s`);
  return row?.outcome as Outcome | undefined;
}

/** What was answered to this refund before, under whatever key. */
export async function refundOutcome(tx: Transaction, id: string): Promise<Acknowledgement | undefined> {
  const { refundId, kind, outcome } = sandboxOperations;
  const [row] = await tx
    .select({ outcome })
    .from(sandboxOperations)
    .where(and(eq(refundId, id), eq(kind, "refund")));
  return row?.outcome as Acknowledgement | undefined;
}

/** The answer to a payment's authorisation: under this key if there is one, else the latest under any. */
export async function authorisationOutcome(
  tx: Transaction,
  context: PspContext,
  paymentId: string,
): Promise<AuthoriseOutcome> {
  const { operationKey, kind, outcome } = sandboxOperations;
  const [row] = await tx
    .select({ outcome })
    .from(sandboxOperations)
    .where(
      and(
        eq(sandboxOperations.paymentId, paymentId),
        sql`${kind} in ('authorise', 'complete3ds', 'authoriseSavedCard')`,
      ),
    )
    .orderBy(sql`${operationKey} = ${context.operationKey} desc`, sql`${kind} = 'complete3ds' desc`)
    .limit(1);
  if (!row) throw new Error(`No authorisation is recorded of payment ${paymentId}`);
  return row.outcome as AuthoriseOutcome;
}

/** Writes the effect down beside the change it makes, in the change's own transaction. */
export async function record(tx: Transaction, context: PspContext, operation: Operation): Promise<void> {
  await tx
    .insert(sandboxOperations)
    .values({ ...operation, operationKey: context.operationKey, happenedAt: context.now });
}
