import { database } from "@/db/client";
import { pspOperations, refunds } from "@/db/schema";
import { raiseAlert } from "../alerts/raise-alert";
import { newId } from "../new-id";
import type { Payment } from "../payments/payment";
import { write } from "../payments/test-payment";
import type { LostRefund } from "./find-lost-refunds";
import { refundOperation } from "./refund-due";

const HOUR = 3_600_000;

/** For tests: a refund of a successful payment, whose answer was lost two hours ago, as staff have been told since. */
export async function lostRefund(payment: Payment, amount = 100): Promise<LostRefund> {
  const { serviceId, accountId, id: paymentId, refunded } = payment;
  const askedAt = new Date(Date.now() - 2 * HOUR);
  await write(payment, { refunded: refunded + amount });
  const [refund] = await database()
    .insert(refunds)
    .values({
      serviceId,
      accountId,
      paymentId,
      id: newId(askedAt),
      createdAt: askedAt,
      amount,
      status: "submitted",
      tries: 1,
    })
    .returning();
  if (!refund) throw new Error("Not stored");
  const operation = refundOperation(refund);
  await database()
    .insert(pspOperations)
    .values({ ...operation, state: "unknown", askedAt, leaseUntil: new Date(), answer: { is: "unknown" } });
  const about = { serviceId, accountId, paymentId, details: { operation: "refund" } };
  await raiseAlert({ kind: "operationUnresolved", key: operation.key, ...about }, new Date());
  return { refund, askedAt };
}
