import { sql, type SQL } from "drizzle-orm";
import { payoutLines, payouts } from "@/db/schema";

const NAMED_BY = { refund: payoutLines.refundId, dispute: payoutLines.disputeId } as const;

/**
 * The day of the payout that a refund or a dispute was taken from, or none. A PSP takes the money when it begins: that
 * payout may have been reconciled before we heard of the end.
 */
export function daySettled(
  kind: keyof typeof NAMED_BY,
  { serviceId, id }: { serviceId: string; id: string },
): SQL<string | null> {
  return sql`(select min(${payouts.arrivesOn}) from ${payoutLines} join ${payouts}
    on ${payouts.serviceId} = ${payoutLines.serviceId} and ${payouts.id} = ${payoutLines.payoutId}
    where ${payoutLines.serviceId} = ${serviceId} and ${NAMED_BY[kind]} = ${id} and ${payoutLines.kind} = ${kind})`;
}
