import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { alerts, payments, pspOperations, refunds } from "@/db/schema";
import type { RefundSnapshot } from "@/psp/port";
import { timeOf } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { raiseAlert } from "../alerts/raise-alert";
import { eachOf } from "../each-of";
import { log } from "../log";
import type { Payment } from "../payments/payment";
import { providerOf } from "../providers/provider-of";
import { moveRefund } from "./move-refund";
import type { Refund } from "./refund";

/** How long the news of a refund that its PSP has received may take. */
const NEWS_MILLISECONDS = 5 * 86_400_000;

interface Silent {
  readonly refund: Refund;
  readonly payment: Payment;
}

/**
 * Refunds of which nothing has been heard for five days since the PSP took them: it is asked where it can tell, and
 * where it cannot, staff are told, once for each time that it was asked for.
 *
 * @returns how many were looked at.
 */
export async function checkRefunds(now: Date, limit = 50): Promise<number> {
  const before = new Date(now.getTime() - NEWS_MILLISECONDS);
  const silent = await database()
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.serviceId, refunds.serviceId), eq(payments.id, refunds.paymentId)))
    .leftJoin(
      pspOperations,
      and(
        eq(pspOperations.serviceId, refunds.serviceId),
        eq(pspOperations.key, sql`'refund:' || ${refunds.id}`),
      ),
    )
    .leftJoin(alerts, eq(alerts.dedupeKey, sql`'operationUnresolved:refund:' || ${refunds.id}`))
    .where(
      and(
        eq(refunds.status, "submitted"),
        isNull(refunds.dueAt),
        lte(refunds.createdAt, before),
        or(isNull(pspOperations.key), lte(pspOperations.askedAt, before)),
        or(isNull(alerts.id), lt(alerts.lastRaisedAt, pspOperations.askedAt)),
      ),
    )
    .limit(limit);
  await eachOf(silent, (each) => check(each, now));
  return silent.length;
}

async function check({ refund, payment }: Silent, now: Date): Promise<void> {
  const found = await ask({ refund, payment }).catch((error: unknown): RefundSnapshot => {
    log.error({ err: error, refund: refund.id }, "a refund could not be asked about");
    return "unknown";
  });
  const trigger = found === "succeeded" ? "succeed" : found === "failed" ? "fail" : undefined;
  if (trigger) {
    const time = await timeOf(refund, now);
    await database().transaction((transaction) => moveRefund(transaction, refund, trigger, time));
    return;
  }
  const { serviceId, accountId, paymentId, id } = refund;
  const about = { serviceId, accountId, paymentId, details: { refund: id, theirs: found } };
  await raiseAlert({ kind: "operationUnresolved", key: `refund:${id}`, ...about }, now);
}

async function ask({ refund, payment }: Silent): Promise<RefundSnapshot> {
  const account = await findAccountOf(refund);
  const key = `check:${refund.id}`;
  const { provider, context } = await providerOf(payment, account, key, await timeOf(refund, new Date()));
  if (!provider.queryRefund || payment.providerId === null) return "unknown";
  return provider.queryRefund(context, payment.providerId, refund.id);
}
