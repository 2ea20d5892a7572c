import { and, eq, sql } from "drizzle-orm";
import { prepareOnce } from "@/db/prepare-once";
import { payments } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { isId } from "../new-id";
import { expireIfOverdue } from "./expire-payment";
import type { Payment } from "./payment";

const ofAccount = prepareOnce((database) =>
  database
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.serviceId, sql.placeholder("serviceId")),
        eq(payments.id, sql.placeholder("id")),
        eq(payments.accountId, sql.placeholder("accountId")),
      ),
    )
    .prepare("payment_of_account"),
);

/**
 * A caller's payment (section 4.2), expired first if it is overdue.
 *
 * @returns undefined for an id that is malformed, unknown or another account's: all alike (D4).
 */
export async function findPayment(
  caller: AccountCaller,
  id: string,
  now: Date,
): Promise<Payment | undefined> {
  if (!isId(id)) return undefined;
  const { serviceId, id: accountId } = caller.account;
  const [payment] = await ofAccount().execute({ serviceId, id, accountId });
  return payment && expireIfOverdue(payment, now);
}
