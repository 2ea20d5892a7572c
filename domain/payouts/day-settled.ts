import { sql, type SQL } from "drizzle-orm";
import { disputes, payoutLines, refunds } from "@/db/schema";
import { carriersOf } from "./carriers";

const NAMED_BY = { refund: payoutLines.refundId, dispute: payoutLines.disputeId } as const;
const TABLES = { refund: refunds, dispute: disputes } as const;

/**
 * The day of the payout that the refund or the dispute of a row was taken from, or none; in an update of that row. A PSP
 * takes the money when it begins: that payout may have been reconciled before we heard of the end.
 */
export function daySettled(kind: keyof typeof NAMED_BY): SQL<string | null> {
  const { serviceId, id } = TABLES[kind];
  const start = sql`select ${payoutLines.payoutId} from ${payoutLines}
    where ${payoutLines.serviceId} = ${serviceId} and ${NAMED_BY[kind]} = ${id} and ${payoutLines.kind} = ${kind}`;
  return sql`(select min(carrier.arrives_on) from (${carriersOf(serviceId, start)}) carrier)`;
}
