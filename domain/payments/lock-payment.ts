import type { Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import { isPayment, type Payment } from "./payment";

/** The payment that an operation or a refund is about, as it stands now and until the transaction ends. */
export async function lockPaymentOf(
  transaction: Transaction,
  { serviceId, paymentId }: { serviceId: string; paymentId: string },
): Promise<Payment> {
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(isPayment({ serviceId, id: paymentId }))
    .for("update");
  if (!payment) throw new Error(`Payment ${paymentId} has gone`);
  return payment;
}
