import { and, eq, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { alerts, pspOperations } from "@/db/schema";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { raiseAlert } from "../alerts/raise-alert";
import { eachOf } from "../each-of";
import type { PspOperation } from "../operations/operation";
import type { Payment } from "../payments/payment";
import { findPaymentById } from "../payments/start-payment";
import { providerOf } from "./provider-of";

/** How long an operation may stay without a clear answer before somebody should know. */
const OPEN_MILLISECONDS = 60 * 60_000;

type Open = PspOperation & { askedAt: Date; answer: Record<string, unknown> | null };

/**
 * Compares our view with the PSP's where something has been open for an hour, and tells staff of it, once for each time:
 * what we asked, how the payment stands here, and how it stands there. It goes on being resolved all the same.
 *
 * @returns how many were told of.
 */
export async function compareOpenOperations(now: Date, limit = 50): Promise<number> {
  const open = await database()
    .select({ operation: pspOperations })
    .from(pspOperations)
    .leftJoin(alerts, eq(alerts.dedupeKey, sql`'operationUnresolved:' || ${pspOperations.key}`))
    .where(
      and(
        // The index of open operations; those that are answered have no lease.
        ne(pspOperations.state, "answered"),
        sql`${pspOperations.leaseUntil} is not null`,
        lte(pspOperations.askedAt, new Date(now.getTime() - OPEN_MILLISECONDS)),
        // Not told of yet, or of an earlier time that it was asked.
        or(isNull(alerts.id), lt(alerts.lastRaisedAt, pspOperations.askedAt)),
      ),
    )
    .limit(limit);
  await eachOf(
    open.map(({ operation }) => operation),
    (operation) => report(operation, now),
  );
  return open.length;
}

async function report(operation: Open, now: Date): Promise<void> {
  const { serviceId, accountId, paymentId, key, kind, askedAt, answer } = operation;
  const payment = await findPaymentById(paymentId);
  const details = {
    operation: kind,
    askedAt: askedAt.toISOString(),
    cause: answer?.cause ?? "no answer",
    // How the payment stands says nothing of a card that was saved with it.
    ...(kind === "deleteSavedCard"
      ? { key }
      : { ours: payment?.status ?? "gone", theirs: await theirView(operation, payment, now) }),
  };
  const about = { serviceId, accountId, ...(paymentId !== null && { paymentId }), details };
  await raiseAlert({ kind: "operationUnresolved", key, ...about }, now);
}

async function theirView(operation: Open, payment: Payment | undefined, now: Date): Promise<string> {
  if (!payment) return "unknown";
  try {
    const account = await findAccountOf(operation);
    const time = accountTime(account, now);
    const { provider, context } = await providerOf(payment, account, `compare:${payment.id}`, time);
    const { id: paymentId, providerId } = payment;
    return (await provider.query(context, { paymentId, providerId })).state;
  } catch {
    return "unknown";
  }
}
