import { withoutParameters } from "@/domain/log";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";

/**
 * Traces of requests, through Next.js's own instrumentation, to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names;
 * nothing is loaded without it. Addresses that let somebody in are made unreadable first.
 */
export async function startTracing(): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const { registerOTel } = await import("@vercel/otel");
  registerOTel({
    serviceName: process.env.OTEL_SERVICE_NAME ?? "exchequer",
    // What is told to providers and callers' webhooks is theirs: our traces are not carried on to them.
    instrumentationConfig: { fetch: { dontPropagateContextUrls: [/./u] } },
    spanProcessors: [withoutSecrets(), "auto"],
  });
}

/** Takes secrets out of a span when it ends, before the processors after this one read it. */
export function withoutSecrets(): SpanProcessor {
  return {
    onStart: () => {},
    onEnd: (span: ReadableSpan) => {
      const { attributes, events, status } = span;
      for (const each of [attributes, ...events.map((event) => event.attributes ?? {})]) {
        for (const [name, value] of Object.entries(each)) {
          if (typeof value === "string") each[name] = readable(value);
        }
      }
      Object.assign(span, { name: readable(span.name) });
      if (status.message !== undefined) Object.assign(status, { message: readable(status.message) });
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  };
}

/** A payer's link and staff's one-time links; what a query says, of an address or of the database, is nobody's business. */
function readable(text: string): string {
  return withoutParameters(text)
    .replace(/\/secure\/[^/?\s]+/gu, "/secure/[token]")
    .replace(/\/admin\/(invitation|new-password)\/[^/?\s]+/gu, "/admin/$1/[token]")
    .replace(/\?\S*/gu, "");
}
