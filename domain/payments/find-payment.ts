import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { payments } from "@/db/schema";
import type { ServiceCaller } from "../caller";
import { isId } from "../new-id";
import { expireIfOverdue } from "./expire-payment";
import type { Payment } from "./payment";

/**
 * A caller's payment (section 4.2), expired first if it is overdue.
 *
 * @returns undefined for an id that is malformed, unknown or another account's: all alike (D4).
 */
export async function findPayment(caller: ServiceCaller, id: string, now: Date): Promise<Payment | undefined> {
  if (!isId(id)) return undefined;
  const { serviceId, id: accountId } = caller.account;
  const [payment] = await database()
    .select()
    .from(payments)
    .where(and(eq(payments.serviceId, serviceId), eq(payments.id, id), eq(payments.accountId, accountId)));
  return payment && expireIfOverdue(payment, now);
}
