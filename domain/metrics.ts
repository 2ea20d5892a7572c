import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** From a quick read to a provider that is waited for as long as any is. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What is counted and timed, for /metrics. Labels are names of ours, never what somebody sent. */
function build() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    payments: new Counter({
      name: "exchequer_payments_total",
      help: "Payments that have come to a status",
      labelNames: ["status", "code", "provider"],
      registers,
    }),
    provider: new Histogram({
      name: "exchequer_provider_seconds",
      help: "How long providers took to answer, and what",
      labelNames: ["provider", "operation", "outcome"],
      buckets: SECONDS,
      registers,
    }),
    http: new Histogram({
      name: "exchequer_http_seconds",
      help: "Requests to the API by operation and status; 429 are those over their limit",
      labelNames: ["operation", "status"],
      buckets: SECONDS,
      registers,
    }),
    webhooks: new Counter({
      name: "exchequer_webhook_attempts_total",
      help: "Tries to deliver webhook messages",
      labelNames: ["outcome"],
      registers,
    }),
    emails: new Counter({
      name: "exchequer_email_attempts_total",
      help: "Tries to send emails",
      labelNames: ["outcome"],
      registers,
    }),
    due: new Gauge({
      name: "exchequer_due",
      help: "Rows that are due now, by job; no more than 10000 are counted",
      labelNames: ["job"],
      registers,
    }),
    overdue: new Gauge({
      name: "exchequer_overdue_seconds",
      help: "For how long the oldest of them has been due",
      labelNames: ["job"],
      registers,
    }),
    connections: new Gauge({
      name: "exchequer_database_connections",
      help: "Connections of all instances to the database, by what they are doing",
      labelNames: ["state"],
      registers,
    }),
  };
}

// Next.js builds this module into more than one bundle; there must be one set of numbers for the process.
const KEY = Symbol.for("exchequer.metrics");
const shared = globalThis as { [KEY]?: ReturnType<typeof build> };

export function metrics(): ReturnType<typeof build> {
  shared[KEY] ??= build();
  return shared[KEY];
}
