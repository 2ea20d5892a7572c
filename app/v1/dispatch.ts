import { randomUUID } from "node:crypto";
import { everyAnswer } from "@/app/every-answer";
import { log } from "@/domain/log";
import { metrics } from "@/domain/metrics";
import type { ApiAnswer, ApiCall } from "./api-call";
import type { Handler } from "./handle";

/** Headers on every answer of the API; payments must not linger in caches (D5). */
const HEADERS = {
  ...everyAnswer(),
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

/** An answer with everything that goes on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Answers a call with the handler whose verb it has: HEAD as GET without a body, anything else 405; without any
 * handler 404 (D1, D35).
 */
export async function dispatch(call: ApiCall, handlers: readonly Handler[]): Promise<WireAnswer> {
  const started = performance.now();
  const requestId = requestIdOf(call);
  const verb = call.method === "HEAD" ? "GET" : call.method;
  const handler = handlers.find(({ operation }) => operation.method === verb);
  const answer = handler ? await handler.answer(call, requestId) : unanswerable(handlers);
  const body = answer.body && JSON.stringify(answer.body);
  const milliseconds = performance.now() - started;
  const name = handler ? `${handler.operation.method} ${handler.operation.path}` : "none";
  metrics().http.observe({ operation: name, status: answer.status }, milliseconds / 1000);
  log.info({
    requestId,
    method: call.method,
    path: call.path,
    status: answer.status,
    code: answer.body && "code" in answer.body ? answer.body.code : undefined,
    ms: Math.round(milliseconds),
  });
  return {
    status: answer.status,
    headers: {
      ...HEADERS,
      "X-Request-Id": requestId,
      ...(body !== undefined && {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": String(Buffer.byteLength(body)),
      }),
      ...answer.headers,
    },
    body: call.method === "HEAD" ? undefined : body,
  };
}

/** The caller's own X-Request-Id where it is harmless, otherwise a new one. */
export function requestIdOf({ header }: Pick<ApiCall, "header">): string {
  const given = header("x-request-id");
  return given !== undefined && /^[\w.-]{1,64}$/u.test(given) ? given : randomUUID();
}

function unanswerable(handlers: readonly Handler[]): ApiAnswer {
  if (handlers.length === 0) return { status: 404, body: { code: "404", description: "Not found" } };
  const verbs = handlers.flatMap(({ operation: { method } }) =>
    method === "GET" ? ["GET", "HEAD"] : [method],
  );
  return {
    status: 405,
    body: { code: "405", description: "Method not allowed" },
    headers: { Allow: verbs.join(", ") },
  };
}
