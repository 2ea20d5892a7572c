import { and, asc, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { refunds } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { isId } from "../new-id";
import type { Payment } from "../payments/payment";
import type { Refund } from "./refund";

/** A caller's refund of a payment; undefined for anything malformed, unknown or another account's (D4). */
export async function findRefund(
  { account }: AccountCaller,
  paymentId: string,
  refundId: string,
): Promise<Refund | undefined> {
  if (!isId(paymentId) || !isId(refundId)) return undefined;
  const [refund] = await database()
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.serviceId, account.serviceId),
        eq(refunds.id, refundId),
        eq(refunds.paymentId, paymentId),
        eq(refunds.accountId, account.id),
      ),
    );
  return refund;
}

/** All refunds of a payment, oldest first. */
export async function listRefunds(payment: Payment): Promise<Refund[]> {
  return database()
    .select()
    .from(refunds)
    .where(and(eq(refunds.serviceId, payment.serviceId), eq(refunds.paymentId, payment.id)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}
