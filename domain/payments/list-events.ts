import { and, asc, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { paymentEvents } from "@/db/schema";
import type { Payment } from "./payment";

/** One change of a payment's public state, or of a refund of it. */
export type PaymentEvent = typeof paymentEvents.$inferSelect;

/** A payment's events, oldest first (section 4.3). */
export async function listEvents(payment: Payment): Promise<PaymentEvent[]> {
  return database()
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.serviceId, payment.serviceId), eq(paymentEvents.paymentId, payment.id)))
    .orderBy(asc(paymentEvents.id));
}
