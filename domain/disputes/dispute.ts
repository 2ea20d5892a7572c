import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { encodeTime } from "ulid";
import { disputes } from "@/db/schema";
import type { PspEvent } from "@/psp/port";

/** A dispute's row. Amounts are pence. */
export type Dispute = typeof disputes.$inferSelect;

/** What a PSP tells of a dispute. */
export type DisputeEvent = Extract<PspEvent, { type: "dispute" }>;

/** The condition that picks one dispute. */
export function isDispute({ serviceId, id }: Pick<Dispute, "serviceId" | "id">) {
  return and(eq(disputes.serviceId, serviceId), eq(disputes.id, id));
}

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** Our id of a PSP's dispute: the same whenever it is told again, sorted by time like every other id (D7). */
export function disputeIdOf(serviceId: string, providerId: string, createdAt: Date): string {
  const hash = createHash("sha256").update(`${serviceId} ${providerId}`).digest();
  const random = [...hash.subarray(0, 16)].map((byte) => CROCKFORD[byte & 31]).join("");
  return `${encodeTime(createdAt.getTime(), 10).toLowerCase()}${random}`;
}
