import { machineHeaders } from "@/app/machine-headers";
import { machineRoute } from "@/app/machine-route";
import { readLimited } from "@/app/read-limited";
import { LIMITS } from "@/contract/limits";
import { readPolicyReports } from "@/contract/policy-report";
import { log } from "@/domain/log";
import { countViolations } from "@/domain/policy/count-violations";
import { isRefused } from "@/domain/refused";

/**
 * Where browsers report what our Content-Security-Policy forbade: an attack, an extension, or a fault of ours. Only
 * counts are kept, and of addresses neither queries nor anything that opens a payment.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = machineRoute({
  POST: async (request) => {
    const body = await readLimited(request, LIMITS.policyReportKibibytes * 1024);
    if (!body) return answer(413);
    const reports = readPolicyReports(parse(body.toString("utf8")));
    if (!reports) return answer(400);
    const counted = await countViolations(reports, new Date());
    if (isRefused(counted)) return answer(429, { "Retry-After": "1" });
    if (counted > 0)
      log.warn({ reports: counted }, "a browser reported what the content security policy forbade");
    return answer(204);
  },
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...machineHeaders(), ...headers } });
}
