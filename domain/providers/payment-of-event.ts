import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { payments } from "@/db/schema";
import type { Payment } from "../payments/payment";

/**
 * The payment that a PSP speaks of, by our id or by its own: of the account that it was told to us for only, whatever
 * the message claims.
 */
export async function paymentOfEvent(
  { serviceId, accountId }: { serviceId: string; accountId: string },
  { paymentId, providerId }: { paymentId?: string; providerId?: string },
): Promise<Payment | undefined> {
  const ours = and(eq(payments.serviceId, serviceId), eq(payments.accountId, accountId));
  const byId =
    paymentId === undefined
      ? []
      : await database()
          .select()
          .from(payments)
          .where(and(ours, eq(payments.id, paymentId)));
  if (byId[0] || providerId === undefined) return byId[0];
  const [found] = await database()
    .select()
    .from(payments)
    .where(and(ours, eq(payments.providerId, providerId)));
  return found;
}
