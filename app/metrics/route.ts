import { machineHeaders } from "@/app/machine-headers";
import { machineRoute } from "@/app/machine-route";
import { collectMetrics, hasMetricsSecret } from "./collect";

/** Under `next start` nobody can tell who asks from this machine, so there it takes METRICS_SECRET. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = machineRoute({ GET: tell });

async function tell(request: Request): Promise<Response> {
  if (!hasMetricsSecret(request.headers.get("authorization") ?? undefined)) {
    const body = { code: "401", description: "Credentials are required" };
    return Response.json(body, { status: 401, headers: machineHeaders() });
  }
  const { headers, body } = await collectMetrics();
  return new Response(body, { headers });
}
