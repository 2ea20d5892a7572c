import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import type { ServiceCaller } from "@/domain/caller";
import { settleBackground } from "@/domain/background";
import { countDueWork } from "@/domain/count-due-work";
import { paymentIn, testPayment, write } from "@/domain/payments/test-payment";
import { serveApi } from "../v1/test-api";
import { metricsFront } from "./metrics-front";
import { GET } from "./route";

let server: Server;
let url: string;
let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
  server = createServer((request, response) => {
    if (!metricsFront(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
});
afterAll(async () => {
  server.close();
  await drop();
});
afterEach(() => vi.unstubAllEnvs());

const read = async () => (await fetch(url)).text();
const valueOf = (text: string, line: string) =>
  Number(
    text
      .split("\n")
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  );

test("payments, providers' answers and requests are counted as they happen", async () => {
  const api = await serveApi();
  const before = await read();
  await paymentIn(caller, "success");
  await paymentIn(caller, "failed");
  await settleBackground();
  await api.get("/v1/payments/unknown");
  await api.close();
  const after = await read();
  for (const line of [
    'exchequer_payments_total{status="success",code="",provider="sandbox"}',
    'exchequer_payments_total{status="failed",code="P0030",provider="sandbox"}',
    'exchequer_provider_seconds_count{provider="sandbox",operation="authorise",outcome="authorised"}',
    'exchequer_provider_seconds_count{provider="sandbox",operation="capture",outcome="done"}',
    'exchequer_http_seconds_count{operation="GET /v1/payments/{paymentId}",status="401"}',
  ])
    expect([line, valueOf(after, line) - valueOf(before, line)]).toEqual([line, 1]);
  expect(valueOf(after, "process_cpu_user_seconds_total")).toBeGreaterThan(0);
  expect(after).toContain('exchequer_database_connections{state="active"}');
});

test("what is due, and for how long, is told for every job that has dated rows", async () => {
  const payment = await testPayment(caller);
  await write(payment, { expiresAt: new Date(Date.now() - 90_000) });
  const expire = (await countDueWork()).find(({ job }) => job === "expire");
  expect(expire?.due).toBe(1);
  expect(expire?.overdueSeconds).toBeGreaterThan(89);
  expect(expire?.overdueSeconds).toBeLessThan(120);
  const text = await read();
  expect(valueOf(text, 'exchequer_due{job="expire"}')).toBe(1);
  expect(valueOf(text, 'exchequer_due{job="send-emails"}')).toBeGreaterThan(0);
});

test("only this machine reads them, and nobody for whom a proxy speaks", async () => {
  expect((await fetch(url)).status).toBe(200);
  for (const name of ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
    expect((await fetch(url, { headers: { [name]: "127.0.0.1" } })).status).toBe(401);
  vi.stubEnv("TRUSTED_PROXIES", "1");
  expect((await fetch(url)).status).toBe(401);
});

test("with a secret whoever has it reads them, and nobody else", async () => {
  vi.stubEnv("METRICS_SECRET", "a secret of the monitoring");
  const headers = { Authorization: "Bearer a secret of the monitoring" };
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, { headers: { Authorization: "Bearer another" } })).status).toBe(401);
  expect((await fetch(url, { headers })).status).toBe(200);
  expect((await GET(new Request(url, { headers }), undefined)).status).toBe(200);
  expect((await GET(new Request(url), undefined)).status).toBe(401);
});

test("under next start they take a secret", async () => {
  expect((await GET(new Request(url), undefined)).status).toBe(401);
  expect((await GET(new Request(url, { headers: { Authorization: "Bearer " } }), undefined)).status).toBe(
    401,
  );
});
