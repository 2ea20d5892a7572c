import { count, sql } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import type { PolicyReport } from "@/contract/policy-report";
import { database } from "@/db/client";
import { policyReports } from "@/db/schema";
import { takeRequest } from "../accounts/take-request";
import { refused, type Refused } from "../refused";
import { describeViolation, type Violation } from "./describe-violation";

/**
 * Counts what browsers report of our Content-Security-Policy. Anybody may send anything, so there are at most so
 * many posts a second, over all instances, and so many kinds of report; what comes beyond is counted as `other`.
 *
 * @returns how many reports were counted; refused with `tooMany`.
 */
export async function countViolations(
  reports: readonly PolicyReport[],
  now: Date,
): Promise<number | Refused<"tooMany">> {
  if (!(await takeRequest("policy-reports", LIMITS.policyReportPostsPerSecond))) return refused("tooMany");
  const violations = reports
    .slice(0, LIMITS.policyReportsPerPost)
    .map(describeViolation)
    .filter((violation) => violation !== undefined);
  for (const violation of violations) {
    const isCounted = await addToCount(violation, now);
    if (!isCounted) await startCount((await hasRoom()) ? violation : { ...violation, ...OTHER }, now);
  }
  return violations.length;
}

const OTHER = { blocked: "other", page: "/*" };

async function addToCount({ directive, blocked, page }: Violation, now: Date): Promise<boolean> {
  const { count: rows } = await database().execute(sql`
    update policy_reports set times = times + 1, last_at = greatest(last_at, ${now.toISOString()})
    where directive = ${directive} and blocked = ${blocked} and page = ${page}`);
  return rows > 0;
}

async function hasRoom(): Promise<boolean> {
  const [kinds] = await database().select({ there: count() }).from(policyReports);
  return (kinds?.there ?? 0) < LIMITS.policyReportKinds;
}

async function startCount(violation: Violation, now: Date): Promise<void> {
  await database()
    .insert(policyReports)
    .values({ ...violation, times: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [policyReports.directive, policyReports.blocked, policyReports.page],
      set: { times: sql`${policyReports.times} + 1`, lastAt: now },
    });
}
