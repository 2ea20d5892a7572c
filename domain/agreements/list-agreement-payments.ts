import { and, desc, eq, or } from "drizzle-orm";
import { database } from "@/db/client";
import { payments } from "@/db/schema";
import type { Payment } from "../payments/payment";
import type { Agreement } from "./agreement";

/** An agreement's latest payments: those by its saved card, and those with which a payer saved one. */
export async function listAgreementPayments({ serviceId, id }: Agreement, limit: number): Promise<Payment[]> {
  return database()
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.serviceId, serviceId),
        or(eq(payments.agreementId, id), eq(payments.setUpAgreementId, id)),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}
