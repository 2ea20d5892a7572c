import { sql } from "drizzle-orm";
import { afterCommit } from "@/db/after-commit";
import type { Transaction } from "@/db/client";
import { newId } from "../new-id";
import type { Payment } from "../payments/payment";
import type { Refund } from "../refunds/refund";
import { wake } from "../wake";

/** The payer is told that the payment has succeeded, where the account wants that and an address is known. */
export async function writeConfirmation(transaction: Transaction, payment: Payment): Promise<void> {
  await write(transaction, "paymentConfirmation", payment);
}

/** The same of money that has been given back. */
export async function writeRefundNotice(
  transaction: Transaction,
  payment: Payment,
  refund: Refund,
): Promise<void> {
  await write(transaction, "refundIssued", payment, refund);
}

/** One statement: the account's switch is looked at as the row is written, in the transaction of what it tells. */
async function write(
  transaction: Transaction,
  kind: "paymentConfirmation" | "refundIssued",
  payment: Payment,
  refund?: Refund,
): Promise<void> {
  const recipient = payment.payerEmail ?? payment.email;
  if (recipient === null) return;
  // The clock of whoever sends, which a test account's may be ahead of.
  const now = new Date();
  const wanted = kind === "refundIssued" ? sql`emails_refund` : sql`emails_confirmation`;
  await transaction.execute(sql`
    insert into emails (id, service_id, account_id, payment_id, refund_id, created_at, kind, language, recipient, due_at)
    select ${newId(now)}, service_id, id, ${payment.id}, ${refund?.id ?? null}, ${now.toISOString()}::timestamptz,
      ${kind}, ${payment.language}, ${recipient}, ${now.toISOString()}::timestamptz
    from accounts where service_id = ${payment.serviceId} and id = ${payment.accountId} and ${wanted}`);
  afterCommit(transaction, () => wake("emails"));
}
