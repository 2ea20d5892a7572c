import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { alerts, pspOperations, refunds } from "@/db/schema";
import type { Payment } from "../payments/payment";
import { adapterOf } from "../providers/provider-of";
import type { Refund } from "./refund";

export interface LostRefund {
  readonly refund: Refund;
  /** When its PSP was asked for it last: what is decided is decided about that time of asking. */
  readonly askedAt: Date;
}

/**
 * A payment's refunds that only people can decide: their PSP has not said what became of them and cannot be asked, and
 * staff have been told so (check-refunds.ts, compare-open-operations.ts).
 */
export async function listLostRefunds(
  payment: Payment,
  executor: Pick<Transaction, "select"> = database(),
): Promise<LostRefund[]> {
  if (adapterOf(payment).queryRefund) return [];
  return executor
    .select({ refund: refunds, askedAt: pspOperations.askedAt })
    .from(refunds)
    .innerJoin(
      pspOperations,
      and(
        eq(pspOperations.serviceId, refunds.serviceId),
        eq(pspOperations.key, sql`'refund:' || ${refunds.id}`),
      ),
    )
    .innerJoin(
      alerts,
      and(
        eq(alerts.dedupeKey, sql`'operationUnresolved:refund:' || ${refunds.id}`),
        gte(alerts.lastRaisedAt, pspOperations.askedAt),
      ),
    )
    .where(
      and(
        eq(refunds.serviceId, payment.serviceId),
        eq(refunds.paymentId, payment.id),
        eq(refunds.status, "submitted"),
        // Otherwise it is asked for again anyway.
        isNull(refunds.dueAt),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}
