import type { Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import { isPayment, type Payment, type PaymentKey } from "./payment";

/** A payment as it stands now and until the transaction ends. Whatever else is locked with it is locked after it. */
export async function lockPayment(transaction: Transaction, key: PaymentKey): Promise<Payment> {
  const [payment] = await transaction.select().from(payments).where(isPayment(key)).for("update");
  if (!payment) throw new Error(`Payment ${key.id} has gone`);
  return payment;
}

/** The same of the payment that an operation or a refund is about. */
export async function lockPaymentOf(
  transaction: Transaction,
  { serviceId, paymentId }: { serviceId: string; paymentId: string | null },
): Promise<Payment> {
  if (paymentId === null) throw new Error("This is about no payment");
  return lockPayment(transaction, { serviceId, id: paymentId });
}
