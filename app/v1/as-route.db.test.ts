import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { testAccount } from "@/domain/accounts/test-account";
import * as payment from "./payments/[paymentId]/route";
import * as payments from "./payments/route";
import * as nothing from "./[...path]/route";
import { serveApi, type TestApi } from "./test-api";

const ORIGIN = "http://localhost:3000";
const BODY = { amount: 1000, reference: "R", description: "D", return_url: "https://a.example/" };

let api: TestApi;
let key: string;

beforeAll(async () => {
  ({ key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

type Door = Record<
  "GET" | "HEAD" | "POST" | "OPTIONS",
  (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
>;

/** Asks a route module the way Next.js does. */
async function viaNext(door: Door, method: keyof Door, path: string, init: RequestInit = {}, params = {}) {
  const request = new Request(ORIGIN + path, { method, ...init });
  const response = await door[method](request, { params: Promise.resolve(params) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const headers = () => ({ Authorization: `Bearer ${key}`, "Content-Type": "application/json" });

describe("the API behind Next's router", () => {
  test("answers as its own front does", async () => {
    const made = await viaNext(payments, "POST", "/v1/payments", {
      headers: headers(),
      body: JSON.stringify(BODY),
    });
    expect(made.status).toBe(201);
    const { payment_id: paymentId } = JSON.parse(made.text) as PaymentResource;
    expect(made.headers.get("location")).toBe(`${ORIGIN}/v1/payments/${paymentId}`);

    const path = `/v1/payments/${paymentId}`;
    const [next, front] = [
      await viaNext(payment, "GET", path, { headers: headers() }, { paymentId }),
      await api.get(path, { key }),
    ];
    expect(next).toMatchObject({ status: 200, text: front.text });
    for (const name of ["content-type", "cache-control", "content-length", "x-content-type-options"]) {
      expect(next.headers.get(name)).toBe(front.headers[name]);
    }
  });

  test("refuses as its own front does", async () => {
    const posts: [RequestInit, string | undefined][] = [
      [{ headers: headers(), body: "{" }, "{"],
      [{ headers: headers(), body: "{}" }, "{}"],
      [{ headers: headers(), body: "x".repeat(65_537) }, "x".repeat(65_537)],
      [{ headers: headers() }, undefined],
      [{ headers: { ...headers(), "Content-Type": "text/plain" }, body: "{}" }, "{}"],
      [{ headers: { ...headers(), Accept: "text/html" }, body: "{}" }, "{}"],
      [
        { headers: { ...headers(), "Idempotency-Key": "a b" }, body: JSON.stringify(BODY) },
        JSON.stringify(BODY),
      ],
      [{ headers: { "Content-Type": "application/json" }, body: "{}" }, "{}"],
    ];
    for (const [init, text] of posts) {
      const next = await viaNext(payments, "POST", "/v1/payments", init);
      const front = await api.send("POST", "/v1/payments", {
        headers: init.headers as Record<string, string>,
        ...(text !== undefined && { text }),
      });
      expect(next).toMatchObject({ status: front.status, text: front.text });
    }
  });

  test("has the same verbs, and nothing under a trailing slash or elsewhere", async () => {
    const options = await viaNext(payments, "OPTIONS", "/v1/payments");
    expect(options.status).toBe(405);
    expect(options.headers.get("allow")).toBe((await api.send("OPTIONS", "/v1/payments")).headers.allow);
    const head = await viaNext(payment, "HEAD", "/v1/payments/x", { headers: headers() }, { paymentId: "x" });
    expect(head).toMatchObject({ status: 404, text: "" });
    const slash = await viaNext(payments, "POST", "/v1/payments/", {
      headers: headers(),
      body: JSON.stringify(BODY),
    });
    expect(slash).toMatchObject({ status: 404, text: '{"code":"404","description":"Not found"}' });
    expect((await viaNext(nothing, "GET", "/v1/nothing")).status).toBe(404);
  });
});
