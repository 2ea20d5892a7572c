import { and, eq } from "drizzle-orm";
import { agreements, type paymentInstruments } from "@/db/schema";

/** An agreement's row. */
export type Agreement = typeof agreements.$inferSelect;

/** A saved card's row: what may be shown of it, and the PSP's token, sealed. */
export type PaymentInstrument = typeof paymentInstruments.$inferSelect;

/** An agreement with the card it charges, where one was saved. */
export interface AgreementWithCard {
  readonly agreement: Agreement;
  readonly instrument: PaymentInstrument | null;
}

/** The condition that picks one agreement. */
export function isAgreement({ serviceId, id }: Pick<Agreement, "serviceId" | "id">) {
  return and(eq(agreements.serviceId, serviceId), eq(agreements.id, id));
}
