import { SpanKind, SpanStatusCode, trace, type Span } from "@opentelemetry/api";
import type { Psp } from "@/psp/port";
import { metrics } from "../metrics";

/** What an adapter answers by itself, without asking anybody. */
const UNASKED: ReadonlySet<string> = new Set([
  "needsTransfers",
  "readNotification",
  "readCredentials",
  "deviceCheck",
] satisfies (keyof Psp)[]);

/** An adapter whose every question is timed and traced, with what came of it. */
export function timed(adapter: Psp): Psp {
  return new Proxy(adapter, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== "function" || typeof name !== "string" || UNASKED.has(name)) return member;
      return async (...given: unknown[]): Promise<unknown> =>
        trace
          .getTracer("exchequer")
          .startActiveSpan(
            `${target.name} ${name}`,
            { kind: SpanKind.CLIENT, attributes: { "peer.service": target.name } },
            async (span) => note(target.name, name, span, Reflect.apply(member, target, given)),
          );
    },
  });
}

async function note(
  provider: string,
  operation: string,
  span: Span,
  answer: Promise<unknown>,
): Promise<unknown> {
  const began = performance.now();
  let outcome = "threw";
  try {
    const given = await answer;
    outcome = outcomeOf(given);
    return given;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    metrics().provider.observe({ provider, operation, outcome }, (performance.now() - began) / 1000);
    span.setAttribute("exchequer.outcome", outcome).end();
  }
}

/** An answer says what it is, a snapshot its state. */
function outcomeOf(answer: unknown): string {
  const { is, state } = (answer ?? {}) as { is?: unknown; state?: unknown };
  return typeof is === "string" ? is : typeof state === "string" ? state : "answered";
}
