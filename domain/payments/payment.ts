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

/** Whether its money has been asked for, or is to be, and the PSP has neither taken nor refused it. */
export function awaitsCapture({ status, capturedOn }: Pick<Payment, "status" | "capturedOn">): boolean {
  return status === "success" && capturedOn === null;
}

/** Pence still refundable: amount and surcharge less the refunds submitted or successful (D23). */
export function refundable(payment: Pick<Payment, "amount" | "surcharge" | "refunded">): number {
  return totalAmount(payment) - payment.refunded;
}

/** Whether a payment can be refunded, as refund_summary.status says it (section 3.2, D23). */
export function refundStatusOf(payment: Payment): "pending" | "unavailable" | "available" | "full" {
  const { status, disputed } = payment;
  if (status === "created" || status === "started" || status === "submitted") return "pending";
  if (status !== "success" || disputed) return "unavailable";
  return refundable(payment) > 0 ? "available" : "full";
}
