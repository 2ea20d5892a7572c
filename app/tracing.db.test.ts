import { createServer, type Server } from "node:http";
import { trace } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "@/db/test-database";
import { openWorld, type World } from "@/domain/providers/test-world";
import { createApiKey } from "@/domain/accounts/create-account";
import { activeAgreement } from "@/domain/agreements/test-agreement";
import { serveApi, type TestApi } from "./v1/test-api";
import { startTracing } from "./tracing";

// Read once, when the front is loaded.
vi.hoisted(() => {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:1";
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { code?: number };
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

let collector: Server;
let spans: Span[] = [];
/** Everything that was sent, as it was sent. */
let sent = "";
let api: TestApi;
let world: World;
let key: string;

beforeAll(async () => {
  await testDatabase();
  collector = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      sent += body;
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const address = collector.address();
  const port = typeof address === "object" && address ? address.port : 0;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json");
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "50");
  await startTracing();
  api = await serveApi();
  world = await openWorld("worldpay");
  key = await createApiKey(world.caller.account, "Tests", "tests", new Date());
});
beforeEach(() => {
  spans = [];
  sent = "";
});
afterAll(async () => {
  await api.close();
  await world.close();
  trace.disable();
  collector.closeAllConnections();
  collector.close();
  vi.unstubAllEnvs();
});

async function received(name: string): Promise<Span> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const found = spans.find((span) => span.name === name);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`No span is called ${name}: ${spans.map((span) => span.name).join(", ")}`);
}

function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key: name, value }) => [name, Object.values(value)[0]]));
}

test("a request to the API arrives at the collector, by its endpoint's template", async () => {
  const given = { amount: 1200, reference: "REF-SECRET", description: "A fee", email: "payer@example.org" };
  const created = await api.post<{ payment_id: string }>(
    "/v1/payments",
    { ...given, return_url: "https://service.example/return" },
    { key },
  );
  const span = await received("POST /v1/payments");
  expect(span.kind).toBe(2);
  expect(attributesOf(span)).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/v1/payments",
    "url.path": "/v1/payments",
    "url.scheme": "http",
    "http.response.status_code": 201,
  });

  const id = created.body.payment_id;
  await api.get(`/v1/payments/${id}?email=payer@example.org`, { key });
  const read = await received("GET /v1/payments/{paymentId}");
  expect(attributesOf(read)).toMatchObject({ "url.path": `/v1/payments/${id}` });
  await api.get("/v1/nothing", { key });
  expect(attributesOf(await received("GET"))).toMatchObject({ "http.response.status_code": 404 });
  for (const secret of [key, "payer@example.org", "REF-SECRET"]) expect(sent).not.toContain(secret);
});

test("goes on with the trace that a proxy has begun, down to what its provider was asked", async () => {
  const agreement = await activeAgreement(world.caller);
  spans = [];
  const [traceId, parent] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  await api.post(
    "/v1/payments",
    {
      amount: 1200,
      reference: "REF-1",
      description: "A fee",
      authorisation_mode: "agreement",
      agreement_id: agreement.id,
    },
    { key, headers: { traceparent: `00-${traceId}-${parent}-01` } },
  );
  const asked = await received("POST /v1/payments");
  expect(asked).toMatchObject({ traceId, parentSpanId: parent });
  const bank = await received("worldpay authoriseSavedCard");
  expect(bank).toMatchObject({ traceId, parentSpanId: asked.spanId });
  expect(attributesOf(bank)).toMatchObject({ "exchequer.outcome": "authorised" });
  const calls = spans.filter(({ parentSpanId }) => parentSpanId === bank.spanId);
  expect(calls.map(attributesOf)).toEqual([expect.objectContaining({ "http.status_code": 200 })]);
});
