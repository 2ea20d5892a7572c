import type { IncomingMessage, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
import { machineHeaders } from "@/app/machine-headers";
import { log } from "@/domain/log";
import { collectMetrics, hasMetricsSecret } from "./collect";

/**
 * `GET /metrics` on node's own request: with METRICS_SECRET where that is set, else for this machine alone.
 *
 * @returns whether it has taken the request.
 */
export function metricsFront(request: IncomingMessage, response: ServerResponse): boolean {
  if (!/^\/metrics(?:\?|$)/u.test(request.url ?? "")) return false;
  if (!mayRead(request)) {
    response.writeHead(401, { ...machineHeaders(), "Content-Type": "application/json" });
    response.end(JSON.stringify({ code: "401", description: "Credentials are required" }));
    return true;
  }
  collectMetrics().then(
    ({ headers, body }) => response.writeHead(200, headers).end(body),
    (error: unknown) => {
      log.error({ err: error }, "metrics could not be collected");
      response.destroy();
    },
  );
  return true;
}

const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** A proxy on this machine speaks for others: whatever bears its mark does not come from here. */
function mayRead({ headers, socket }: IncomingMessage): boolean {
  if (process.env.METRICS_SECRET) return hasMetricsSecret(headers.authorization);
  const behindProxy = Number(process.env.TRUSTED_PROXIES ?? 0) > 0;
  const address = socket.remoteAddress ?? "";
  const isHere = ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
  return isHere && !behindProxy && FORWARDED.every((name) => headers[name] === undefined);
}
