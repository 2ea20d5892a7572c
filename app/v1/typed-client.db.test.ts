import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import published from "@/contract/openapi.json";
import { testAccount } from "@/domain/accounts/test-account";
import { activeAgreement } from "@/domain/agreements/test-agreement";
import { settleBackground } from "@/domain/background";
import { paymentIn } from "@/domain/payments/test-payment";
import type { components, paths } from "./test-client";
import { shapeHash } from "./test-client-shape";
import { assertDescribed } from "./test-description";
import { serveApi, type TestApi } from "./test-api";

type Client = ReturnType<typeof createClient<paths>>;

let api: TestApi;
let client: Client;
let of: Awaited<ReturnType<typeof testAccount>>;

beforeAll(async () => {
  of = await testAccount();
  api = await serveApi();
  client = createClient<paths>({
    baseUrl: api.url,
    headers: { Authorization: `Bearer ${of.key}` },
  });
  client.use({
    async onResponse({ request, response }) {
      const text = await response.clone().text();
      const headers = Object.fromEntries(response.headers);
      const { status } = response;
      assertDescribed(request.method, new URL(request.url).pathname, { status, headers, text });
    },
  });
});
afterAll(async () => api.close());

const ORDER = {
  amount: 1000,
  reference: "TEL-1",
  description: "A permit",
  authorisation_mode: "moto_api",
} as const;

describe("a client whose types are generated from the published description", () => {
  test("creates, reads, follows, cancels and searches payments", async () => {
    const created = await client.POST("/v1/payments", {
      params: { header: { "Idempotency-Key": "typed-1" } },
      body: {
        amount: 1000,
        reference: "REF-1",
        description: "A permit",
        return_url: "https://service.example/return",
        metadata: { ledger: "A", fund: 7, paid: true },
      },
    });
    expect(created.response.status).toBe(201);
    const paymentId = created.data?.payment_id ?? "";
    expectTypeOf(created.data).toEqualTypeOf<components["schemas"]["Payment"] | undefined>();
    expect(created.data?._links.next_url?.href).toContain("/secure/");

    const path = { params: { path: { paymentId } } };
    const read = await client.GET("/v1/payments/{paymentId}", path);
    expect(read.data?.state.status).toBe("created");
    expect((await client.POST("/v1/payments/{paymentId}/cancel", path)).response.status).toBe(204);
    const { data } = await client.GET("/v1/payments/{paymentId}/events", path);
    expect(data?.events.map(({ state }) => state.status)).toEqual(["created", "cancelled"]);

    const found = await client.GET("/v1/payments", {
      params: { query: { state: "cancelled", reference: "ref-1", page: 1, display_size: 10 } },
    });
    expect(found.data).toMatchObject({ total: 1, results: [{ payment_id: paymentId }] });
  });

  test("takes a telephone order, captures it and gives it back", async () => {
    const order = await client.POST("/v1/payments", { body: { ...ORDER, delayed_capture: true } });
    const paymentId = order.data?.payment_id ?? "";
    const paid = await client.POST("/v1/auth", {
      body: {
        one_time_token: order.data?._links.auth_url_post?.params.one_time_token ?? "",
        card_number: "4444333322221111",
        cvc: "737",
        expiry_date: "04/31",
        cardholder_name: "Jean Payer",
      },
    });
    expect(paid.response.status).toBe(204);
    const path = { params: { path: { paymentId } } };
    expect((await client.POST("/v1/payments/{paymentId}/capture", path)).response.status).toBe(204);
    await settleBackground();
    const refund = await client.POST("/v1/payments/{paymentId}/refunds", {
      ...path,
      body: { amount: 400, refund_amount_available: 1000 },
    });
    expect(refund.data).toMatchObject({ status: "success", amount: 400 });
    const refundId = refund.data?.refund_id ?? "";
    const one = await client.GET("/v1/payments/{paymentId}/refunds/{refundId}", {
      params: { path: { paymentId, refundId } },
    });
    expect(one.data).toEqual(refund.data);
    const all = await client.GET("/v1/payments/{paymentId}/refunds", path);
    expect(all.data?._embedded.refunds).toEqual([refund.data]);
    const found = await client.GET("/v1/refunds", {
      params: { query: { from_date: "2026-01-01T00:00:00Z" } },
    });
    expect(found.data?.results).toEqual([refund.data]);
  });

  test("makes agreements, pays by one and cancels it", async () => {
    const made = await client.POST("/v1/agreements", { body: { reference: "AGR-1", description: "Rent" } });
    expect(made.data?.status).toBe("created");
    const { id: agreementId } = await activeAgreement(of.caller);
    const path = { params: { path: { agreementId } } };
    const active = await client.GET("/v1/agreements/{agreementId}", path);
    expect(active.data?.payment_instrument?.card_details.card_brand).toBe("visa");
    const paid = await client.POST("/v1/payments", {
      body: { ...ORDER, authorisation_mode: "agreement", agreement_id: agreementId },
    });
    expect(paid.data?.state.status).toBe("created");
    await settleBackground();
    expect((await client.POST("/v1/agreements/{agreementId}/cancel", path)).response.status).toBe(204);
    const found = await client.GET("/v1/agreements", { params: { query: { status: "cancelled" } } });
    expect(found.data?.results.map(({ agreement_id }) => agreement_id)).toEqual([agreementId]);
    expect((await client.GET("/v1/disputes")).data).toMatchObject({ total: 0 });
    await settleBackground();
  });

  test("learns of refusals by their code", async () => {
    const path = { params: { path: { paymentId: "nonsense" } } };
    const missing = await client.GET("/v1/payments/{paymentId}", path);
    expect(missing.data).toBeUndefined();
    expect(missing.error).toEqual({ code: "P0200", description: "Not found" });
    const { id: paymentId } = await paymentIn(of.caller, "created");
    const early = await client.POST("/v1/payments/{paymentId}/refunds", {
      params: { path: { paymentId } },
      body: { amount: 1, refund_amount_available: 1200 },
    });
    expect(early.error?.code).toBe("P0603");
  });

  test("is generated from the description as it is now", async () => {
    const types = await readFile(new URL("test-client.ts", import.meta.url), "utf8");
    expect(types.includes(`Shape: ${shapeHash(published)}`), "run npm run generate:client").toBe(true);
  });
});
