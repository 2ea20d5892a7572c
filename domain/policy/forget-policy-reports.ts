import { lt } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { policyReports } from "@/db/schema";
import { forgetBatch } from "../forget-batch";

/** Removes what no browser has reported for 90 days, a batch of it. @returns how many. */
export async function forgetPolicyReports(now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - LIMITS.policyReportDays * 86_400_000);
  return forgetBatch(policyReports, lt(policyReports.lastAt, oldest));
}
