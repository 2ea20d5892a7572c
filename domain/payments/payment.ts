import { and, eq } from "drizzle-orm";
import { payments } from "@/db/schema";

/** A payment's row. Amounts are pence. */
export type Payment = typeof payments.$inferSelect;

/** What names a payment's row: its key. */
export type PaymentKey = Pick<Payment, "serviceId" | "id">;

/** The condition that picks one payment. */
export function isPayment({ serviceId, id }: PaymentKey) {
  return and(eq(payments.serviceId, serviceId), eq(payments.id, id));
}

/** What the payer pays in all: amount and corporate surcharge, in pence. */
export function totalAmount(payment: Pick<Payment, "amount" | "surcharge">): number {
  return payment.amount + (payment.surcharge ?? 0);
}
