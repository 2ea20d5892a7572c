import { and, eq, ne, sql } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { pspOperations } from "@/db/schema";
import type { OPERATION_KINDS } from "@/db/tables/psp-operations";
import { log } from "../log";
import type { Payment } from "../payments/payment";

export type OperationKind = (typeof OPERATION_KINDS)[number];

/** How long a process may be silent before its operation counts as abandoned; renewed while it lives. */
const LEASE_SECONDS = 15;
/** How long an answer is waited for. */
export const SILENCE_SECONDS = 60;

/**
 * One thing asked of a PSP: the first of three beats is to write it down, committed, before asking. The journal keeps
 * real time, whatever an account's test clock says: leases are about processes, not about payments.
 */
export interface PspOperation {
  readonly serviceId: string;
  readonly accountId: string;
  /** Null of a saved card alone, which may outlive the payment that it was saved with. */
  readonly paymentId: string | null;
  readonly kind: OperationKind;
  /** Deterministic, so that a repeat is recognised by us and by the PSP. */
  readonly key: string;
}

export function operationOf(payment: Payment, kind: OperationKind): PspOperation {
  const { serviceId, accountId, id: paymentId } = payment;
  return { serviceId, accountId, paymentId, kind, key: `${kind}:${paymentId}` };
}

/** Claims an operation that must be asked once only. @returns false when it has been claimed before. */
export async function claimOnce(transaction: Transaction, operation: PspOperation): Promise<boolean> {
  const now = new Date();
  const claimed = await transaction
    .insert(pspOperations)
    .values({ ...operation, state: "asked", askedAt: now, leaseUntil: leaseFrom(now) })
    .onConflictDoNothing()
    .returning({ key: pspOperations.key });
  return claimed.length > 0;
}

/**
 * Claims an operation again whose answer, as it is named here, has settled nothing. @returns false when it was
 * never claimed, is being asked, or was answered otherwise.
 */
export async function claimOnceMore(
  transaction: Transaction,
  operation: PspOperation,
  answered: string,
): Promise<boolean> {
  const now = new Date();
  const claimed = await transaction
    .update(pspOperations)
    .set({
      state: "asked",
      tries: 1,
      askedAt: now,
      leaseUntil: leaseFrom(now),
      answeredAt: null,
      answer: null,
    })
    .where(
      and(
        isOperation(operation),
        eq(pspOperations.state, "answered"),
        eq(sql`${pspOperations.answer} ->> 'is'`, answered),
      ),
    )
    .returning({ key: pspOperations.key });
  return claimed.length > 0;
}

/**
 * Claims an operation that may be asked again under its key until there is an answer. One that is still open keeps the
 * moment at which it was first asked: that tells for how long there has been none.
 *
 * @returns how often it has been asked, this time included.
 */
export async function claimAgain(transaction: Transaction, operation: PspOperation): Promise<number> {
  const now = new Date();
  const asked = { state: "asked" as const, leaseUntil: leaseFrom(now), answeredAt: null };
  const { askedAt, state, tries } = pspOperations;
  const [claimed] = await transaction
    .insert(pspOperations)
    .values({ ...operation, ...asked, askedAt: now })
    .onConflictDoUpdate({
      target: [pspOperations.serviceId, pspOperations.key],
      set: {
        ...asked,
        askedAt: sql`case when ${state} = 'answered' then excluded.asked_at else ${askedAt} end`,
        tries: sql`${tries} + 1`,
      },
    })
    .returning({ tries });
  return claimed?.tries ?? 1;
}

/**
 * Asks, outside any transaction, and keeps the claim's lease alive as long as the answer takes. An adapter that
 * throws has given no answer: what happened is then unknown, and is found out like any other lost answer.
 */
export async function askUnderLease<Answer>(
  operation: PspOperation,
  ask: () => Promise<Answer>,
): Promise<Answer | { is: "unknown"; cause: string }> {
  const renewal = setInterval(
    () => {
      renewLease(operation).catch(() => {
        // The database is away: the lease runs out, and the operation is resolved by asking the PSP.
      });
    },
    (LEASE_SECONDS * 1000) / 3,
  );
  try {
    return await Promise.race([ask(), silence()]);
  } catch (error) {
    log.error({ err: error, operation: operation.key }, "the provider's adapter failed");
    return { is: "unknown", cause: "the adapter failed" };
  } finally {
    clearInterval(renewal);
  }
}

/** A provider that says nothing for a minute has given no answer; nobody waits for it longer. */
async function silence(): Promise<{ is: "unknown"; cause: string }> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ is: "unknown", cause: "no answer" }), SILENCE_SECONDS * 1000).unref();
  });
}

/**
 * Writes down the answer. @returns false when someone else already has: then it must not be acted on again.
 */
export async function closeOperation(
  transaction: Transaction,
  operation: PspOperation,
  answer: Record<string, unknown>,
): Promise<boolean> {
  const closed = await transaction
    .update(pspOperations)
    .set({ state: "answered", answeredAt: new Date(), leaseUntil: null, answer })
    .where(and(isOperation(operation), ne(pspOperations.state, "answered")))
    .returning({ key: pspOperations.key });
  return closed.length > 0;
}

/** Writes down what somebody has found out who could look at the PSP, whatever it has answered or not. */
export async function overruleOperation(
  transaction: Transaction,
  operation: PspOperation,
  answer: Record<string, unknown>,
): Promise<void> {
  await transaction
    .update(pspOperations)
    .set({ state: "answered", answeredAt: new Date(), leaseUntil: null, answer })
    .where(isOperation(operation));
}

/**
 * The answer was lost: it is asked about at once where the PSP can tell at once, and ever more rarely the longer it
 * stays unknown.
 *
 * @param afterMilliseconds from the call on, before which the PSP cannot be asked about it.
 */
export async function leaveUnknown(
  transaction: Transaction,
  operation: PspOperation,
  cause: string,
  afterMilliseconds: number,
): Promise<void> {
  const [asked] = await transaction
    .select({ tries: pspOperations.tries, askedAt: pspOperations.askedAt })
    .from(pspOperations)
    .where(isOperation(operation));
  if (!asked) throw new Error(`Operation ${operation.key} was never claimed`);
  const now = new Date();
  const soonest = Math.min(asked.askedAt.getTime(), now.getTime()) + afterMilliseconds;
  const next = nextAsk(asked.tries, now).getTime();
  await leaveOpen(transaction, operation, cause, new Date(Math.max(soonest, next)));
}

const SECONDS_BEFORE_ASKING = [0, 15, 60, 5 * 60, 15 * 60];
const SECONDS_IN_THE_END = 60 * 60;

/** When what has been asked `tries` times without a clear answer is asked about again. */
export function nextAsk(tries: number, now: Date): Date {
  const seconds = SECONDS_BEFORE_ASKING[tries - 1] ?? SECONDS_IN_THE_END;
  return new Date(now.getTime() + seconds * 1000);
}

/** The answer was lost: it is asked about from `askAgainAt` on. */
export async function leaveOpen(
  transaction: Transaction,
  operation: PspOperation,
  cause: string,
  askAgainAt: Date,
): Promise<void> {
  await transaction
    .update(pspOperations)
    .set({ state: "unknown", leaseUntil: askAgainAt, answer: { is: "unknown", cause } })
    .where(and(isOperation(operation), ne(pspOperations.state, "answered")));
}

export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_SECONDS * 1000);
}

async function renewLease(operation: PspOperation): Promise<void> {
  await database()
    .update(pspOperations)
    .set({ leaseUntil: leaseFrom(new Date()) })
    .where(and(isOperation(operation), eq(pspOperations.state, "asked")));
}

function isOperation({ serviceId, key }: PspOperation) {
  return and(eq(pspOperations.serviceId, serviceId), eq(pspOperations.key, key));
}
