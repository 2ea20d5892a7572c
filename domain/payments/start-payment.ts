import { and, eq, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts, payments } from "@/db/schema";
import { refused } from "../refused";
import { timeOf } from "../accounts/account-time";
import { expireIfOverdue } from "./expire-payment";
import { movePayment } from "./move-payment";
import { isCurrentToken, paymentIdOfToken } from "./payment-token";
import { isPayment, type Payment } from "./payment";

/**
 * Spends a next_url token (D10): of two visits at once one wins. A created payment becomes started; one that is
 * further on, or has ended, is only opened again.
 *
 * @returns the opened payment. A token that is forged, unknown or spent is refused alike; `paymentId` tells
 * which payment it claims to open, for a browser that already has it open.
 */
export async function startPayment(token: string, realNow: Date) {
  const paymentId = paymentIdOfToken(token);
  const payment = paymentId === undefined ? undefined : await findPayable(paymentId);
  if (!payment || payment.authorisationMode !== "web" || !isCurrentToken("next url", token, payment)) {
    return refused("tokenNotCurrent", { paymentId: paymentId ?? "" });
  }
  const now = await timeOf(payment, realNow);
  const current = await expireIfOverdue(payment, now);
  const opened = await database().transaction(async (transaction) => {
    const [spent] = await transaction
      .update(payments)
      .set({ tokenGeneration: sql`${payments.tokenGeneration} + 1` })
      .where(and(isPayment(current), eq(payments.tokenGeneration, payment.tokenGeneration)))
      .returning();
    return spent && ((await movePayment(transaction, spent, "start", now)) ?? spent);
  });
  return opened ?? refused("tokenNotCurrent", { paymentId: payment.id });
}

/** A payment by its id alone, for those who have shown elsewhere that they may see it; none for no id. */
export async function findPaymentById(id: string | null): Promise<Payment | undefined> {
  if (id === null) return undefined;
  const [payment] = await database().select().from(payments).where(eq(payments.id, id));
  return payment;
}

/**
 * The same for whoever is to pay it. There is none while the platform has disabled the account: whoever has not paid
 * yet cannot, and what has been paid goes on without them.
 */
export async function findPayable(id: string): Promise<Payment | undefined> {
  const [found] = await database()
    .select({ payment: payments })
    .from(payments)
    .innerJoin(accounts, and(eq(accounts.serviceId, payments.serviceId), eq(accounts.id, payments.accountId)))
    .where(and(eq(payments.id, id), eq(accounts.disabled, false)));
  return found?.payment;
}
