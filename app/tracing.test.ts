import { SpanStatusCode } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { describe, expect, test } from "vitest";
import { withoutSecrets } from "./tracing";

describe("a trace", () => {
  test.each([
    ["/secure/6bq3token", "/secure/[token]"],
    ["https://pay.example/secure/6bq3token?x=1", "https://pay.example/secure/[token]"],
    ["/admin/invitation/6bq3token", "/admin/invitation/[token]"],
    ["/admin/new-password/6bq3token", "/admin/new-password/[token]"],
    ["/v1/payments?email=jo%40example.org", "/v1/payments"],
    ["/card-details/01m7z1ycc3fbaveft6pv76mdvy/confirm", "/card-details/01m7z1ycc3fbaveft6pv76mdvy/confirm"],
  ])("of %s says %s, in its name and in its attributes", async (address, said) => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({
      spanProcessors: [withoutSecrets(), new SimpleSpanProcessor(exporter)],
    });
    const span = provider
      .getTracer("tests")
      .startSpan(`GET ${address}`, { attributes: { "http.target": address, size: 1 } });
    span.end();
    await provider.forceFlush();
    const [told] = exporter.getFinishedSpans();
    expect(told?.name).toBe(`GET ${said}`);
    expect(told?.attributes).toEqual({ "http.target": said, size: 1 });
  });

  test("of a fault tells what failed, and not with whose name and address", async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({
      spanProcessors: [withoutSecrets(), new SimpleSpanProcessor(exporter)],
    });
    const fault = new Error("Failed query: select $1\nparams: jo@example.org");
    const span = provider.getTracer("tests").startSpan("render");
    span.recordException(fault);
    span.setStatus({ code: SpanStatusCode.ERROR, message: fault.message });
    span.end();
    await provider.forceFlush();
    const [told] = exporter.getFinishedSpans();
    expect(told?.events[0]?.attributes?.["exception.message"]).toContain("Failed query: select $1");
    expect(JSON.stringify([told?.events, told?.status])).not.toContain("jo@example.org");
  });
});
