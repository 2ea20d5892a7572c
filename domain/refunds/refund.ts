import { and, eq } from "drizzle-orm";
import { refunds } from "@/db/schema";

/** A refund's row. Amounts are pence. */
export type Refund = typeof refunds.$inferSelect;

/** The condition that picks one refund. */
export function isRefund({ serviceId, id }: Pick<Refund, "serviceId" | "id">) {
  return and(eq(refunds.serviceId, serviceId), eq(refunds.id, id));
}
