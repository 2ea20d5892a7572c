import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { payments } from "@/db/schema";
import { openDispute } from "@/domain/disputes/open-dispute";
import { lostRefund } from "@/domain/refunds/test-refund";
import type { Payment } from "./api";
import { beInside } from "./be-inside";
import { withDatabase } from "./ledger";

// What only a provider can bring about.

/** The payer's bank takes the payment back. @returns the dispute's id. */
export async function disputed({ payment_id: paymentId }: Payment): Promise<string> {
  beInside();
  const now = new Date();
  return database().transaction(async (transaction) => {
    const [payment] = await transaction
      .select()
      .from(payments)
      .where(eq(payments.id, paymentId))
      .for("update");
    if (!payment) throw new Error(`There is no payment ${paymentId}.`);
    const dispute = await openDispute(transaction, payment, {
      type: "dispute",
      dedupeKey: randomUUID(),
      disputeProviderId: `dp_${randomUUID()}`,
      createdAt: now,
      happenedAt: now,
      status: "needs_response",
      amount: payment.amount,
      reason: "fraudulent",
      evidenceDueAt: new Date(now.getTime() + 7 * 86_400_000),
    });
    return dispute?.id ?? "";
  });
}

/** A payout with this payment as its one part, of £14.20 net. @returns its ids, ours and the provider's. */
export async function paidOut(
  { payment_id: paymentId }: Payment,
  pence: number,
): Promise<{ id: string; providerId: string }> {
  const providerId = `po_${randomUUID()}`;
  return withDatabase(async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      insert into payouts (service_id, id, account_id, created_at, provider_id, status, amount, arrives_on, reconciled_at)
      select service_id, substr(id, 1, 21) || ${String(pence).padStart(5, "0")}, account_id, now(), ${providerId}, 'paid',
        ${pence}, current_date, now()
      from payments where id = ${paymentId} returning id`;
    await sql`
      insert into payout_lines (service_id, payout_id, provider_id, kind, payment_id, gross, fee, net)
      select service_id, id, 'txn_1', 'payment', ${paymentId}, 1450, 30, 1420
      from payouts where provider_id = ${providerId}`;
    return { id: row?.id ?? "", providerId };
  });
}

/** A refund of so many pence, of which the provider does not say what became. @returns its id. */
export async function lost({ payment_id: paymentId }: Payment, pence: number): Promise<string> {
  beInside();
  const [payment] = await database().select().from(payments).where(eq(payments.id, paymentId));
  if (!payment) throw new Error(`There is no payment ${paymentId}.`);
  return (await lostRefund(payment, pence)).refund.id;
}

/** Something that staff should look at. @returns the alert's id. */
export async function raised({ payment_id: paymentId }: Payment): Promise<string> {
  return withDatabase(async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      insert into alerts (id, service_id, account_id, payment_id, kind, dedupe_key, details, raised_at, last_raised_at)
      select id, service_id, account_id, id, 'captureRefused', id, '{"reason":"Card reported lost"}', now(), now()
      from payments where id = ${paymentId} returning id`;
    return row?.id ?? "";
  });
}
