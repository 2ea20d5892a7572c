import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sandboxOperations, sandboxPayments } from "@/db/tables/sandbox";
import type { PspContext, PspEvent } from "../port";
import { behaviour } from "./cards";
import { inLedger, type LedgerPayment } from "./ledger";

const DAY = 86_400_000;
/** Days from the capture until the bank reviews, and until it decides (D40). */
const REVIEWED_AFTER = 7;
const DECIDED_AFTER = 14;
const FEE_PENCE = 1500;

/** What has become of payments whose card disputes them, by the account's clock; nothing for ordinary cards. */
export async function listNews(
  database: Database,
  context: PspContext,
  paymentIds: readonly string[],
): Promise<PspEvent[]> {
  if (paymentIds.length === 0) return [];
  const rows = await inLedger(database, (tx) =>
    tx
      .select({ payment: sandboxPayments, capturedAt: sandboxOperations.happenedAt })
      .from(sandboxPayments)
      .innerJoin(sandboxOperations, eq(sandboxOperations.paymentId, sandboxPayments.paymentId))
      .where(
        and(
          inArray(sandboxPayments.paymentId, [...paymentIds]),
          eq(sandboxPayments.accountId, context.accountId),
          eq(sandboxOperations.kind, "capture"),
        ),
      ),
  );
  if ("is" in rows) return [];
  return rows.flatMap(({ payment, capturedAt }) => disputesOf(payment, capturedAt, context.now));
}

/** The life of a payment's dispute up to `now`: opened with the capture, reviewed, decided. */
export function disputesOf(payment: LedgerPayment, capturedAt: Date, now: Date): PspEvent[] {
  const { dispute } = behaviour(payment.behaviour);
  if (!dispute) return [];
  const days = (count: number) => new Date(capturedAt.getTime() + count * DAY);
  const lost = dispute === "lost" ? { feePence: FEE_PENCE, netPence: -(payment.amount + FEE_PENCE) } : {};
  const stages = [
    { status: "needs_response" as const, happenedAt: days(0) },
    { status: "under_review" as const, happenedAt: days(REVIEWED_AFTER) },
    { status: dispute, happenedAt: days(DECIDED_AFTER), ...lost },
  ];
  const { paymentId, providerId, amount } = payment;
  return stages
    .filter(({ happenedAt }) => happenedAt <= now)
    .map((stage) => ({
      type: "dispute",
      dedupeKey: `dispute:${paymentId}:${stage.status}`,
      disputeProviderId: `dispute_${paymentId}`,
      paymentId,
      providerId,
      amount,
      reason: dispute === "lost" ? "fraudulent" : "product_not_received",
      createdAt: days(0),
      evidenceDueAt: days(REVIEWED_AFTER),
      ...stage,
    }));
}
