import type { IncomingMessage } from "node:http";
import { context, propagation, SpanKind, SpanStatusCode, trace, type Attributes } from "@opentelemetry/api";
import type { WireAnswer } from "./dispatch";
import type { Handler } from "./handle";

/** Whether there is a collector (app/tracing.ts); without one a request costs nothing more. */
const IS_TRACED = Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);

/**
 * A span around the answer to a request that server.mjs hands straight to the API, past Next.js's own: named by the
 * endpoint's template, with what HTTP's conventions want and nothing about people. It goes on with the trace that a
 * proxy in front of us has begun.
 */
export async function traceRequest(
  { method = "GET", headers }: IncomingMessage,
  path: string,
  [handler]: readonly Handler[],
  answer: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  if (!IS_TRACED) return answer();
  const route = handler?.operation.path;
  const attributes: Attributes = {
    "http.request.method": method,
    "url.path": path,
    "url.scheme": headers["x-forwarded-proto"] === "https" ? "https" : "http",
    ...(route !== undefined && { "http.route": route }),
  };
  return trace
    .getTracer("exchequer")
    .startActiveSpan(
      route === undefined ? method : `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      propagation.extract(context.active(), headers),
      async (span) => {
        try {
          const given = await answer();
          span.setAttribute("http.response.status_code", given.status);
          if (given.status >= 500) {
            span.setAttribute("error.type", String(given.status)).setStatus({ code: SpanStatusCode.ERROR });
          }
          return given;
        } finally {
          span.end();
        }
      },
    );
}
