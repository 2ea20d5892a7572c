import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sandboxPayments } from "@/db/tables/sandbox";
import type { PspContext, Snapshot } from "../port";
import { inLedger, type LedgerPayment } from "./ledger";

/** What the books say of a payment, by the merchant's id: of this account's only. */
export async function query(database: Database, context: PspContext, paymentId: string): Promise<Snapshot> {
  const rows = await inLedger(database, (tx) =>
    tx
      .select()
      .from(sandboxPayments)
      .where(and(eq(sandboxPayments.paymentId, paymentId), eq(sandboxPayments.accountId, context.accountId))),
  );
  if ("is" in rows) return { state: "unknown" };
  const [payment] = rows;
  return payment ? snapshotOf(payment) : { state: "missing" };
}

function snapshotOf(payment: LedgerPayment): Snapshot {
  const { state, providerId, capturedOn, refundedPence, savedCardToken, threeDsRequired } = payment;
  const hasSavedCard =
    (state === "authorised" || state === "captured") && payment.savedCardDeletedAt === null;
  return {
    state,
    providerId,
    ...(capturedOn === null ? {} : { capturedOn, refundedPence }),
    ...(hasSavedCard && savedCardToken !== null ? { savedCard: { token: savedCardToken } } : {}),
    ...(state === "challenge" || threeDsRequired === null ? {} : { threeDs: { required: threeDsRequired } }),
  };
}
