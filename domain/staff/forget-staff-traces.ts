import { lt } from "drizzle-orm";
import { signInTries, staffSessions, staffVerifications } from "@/db/schema";
import { forgetBatch } from "../forget-batch";
import { STAFF_LIMITS } from "./staff-limits";

/** Removes sessions and proofs that are over, and tries that count no longer. @returns how many. */
export async function forgetStaffTraces(now: Date): Promise<number> {
  const lastDay = new Date(now.getTime() - STAFF_LIMITS.triesHours * 3_600_000);
  const gone = [
    await forgetBatch(staffSessions, lt(staffSessions.expiresAt, now)),
    await forgetBatch(staffVerifications, lt(staffVerifications.expiresAt, now)),
    await forgetBatch(signInTries, lt(signInTries.lastAt, lastDay)),
  ];
  return gone.reduce((sum, each) => sum + each, 0);
}
