import { sql } from "drizzle-orm";
import { machineHeaders } from "@/app/machine-headers";
import { database } from "@/db/client";
import { countDueWork } from "@/domain/count-due-work";
import { log } from "@/domain/log";
import { metrics } from "@/domain/metrics";
import { sameSecret } from "@/domain/secrets";

/** Whether an `Authorization` header names METRICS_SECRET; never where none is set. */
export function hasMetricsSecret(authorization: string | undefined): boolean {
  const secret = process.env.METRICS_SECRET;
  const given = authorization?.replace(/^Bearer +/iu, "");
  return Boolean(secret) && given !== undefined && sameSecret(given, secret ?? "");
}

/** This process's numbers in Prometheus' format, and what the database says of the work of all of them. */
export async function collectMetrics(): Promise<{ headers: Record<string, string>; body: string }> {
  const { registry } = metrics();
  // Numbers of a process that has lost its database are wanted most of all.
  await Promise.all([countDue(), countConnections()]).catch((error: unknown) =>
    log.warn({ err: error }, "due work could not be counted"),
  );
  return {
    headers: { ...machineHeaders(), "Content-Type": registry.contentType },
    body: await registry.metrics(),
  };
}

async function countDue(): Promise<void> {
  const { due, overdue } = metrics();
  for (const count of await countDueWork()) {
    due.set({ job: count.job }, count.due);
    overdue.set({ job: count.job }, count.overdueSeconds);
  }
}

async function countConnections(): Promise<void> {
  const rows = await database().execute<{ state: string; n: number }>(sql`
    select coalesce(state, 'unknown') as state, count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'exchequer' group by 1`);
  const { connections } = metrics();
  connections.reset();
  for (const { state, n } of rows) connections.set({ state }, n);
}
