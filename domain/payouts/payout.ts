import { and, eq } from "drizzle-orm";
import { type payoutLines, payouts } from "@/db/schema";

/** A payout's row. `amount` is pence, negative where more was taken than paid. */
export type Payout = typeof payouts.$inferSelect;

/** A part of a payout. Pence: net = gross - fee. */
export type StoredPayoutLine = typeof payoutLines.$inferSelect;

/** The condition that picks one payout. */
export function isPayout({ serviceId, id }: Pick<Payout, "serviceId" | "id">) {
  return and(eq(payouts.serviceId, serviceId), eq(payouts.id, id));
}

/** Whether it has reached the bank, or is to. */
export function isStanding({ status }: Pick<Payout, "status">): boolean {
  return status !== "failed" && status !== "cancelled";
}
