import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { testAccount } from "@/domain/accounts/test-account";
import { testPayment } from "@/domain/payments/test-payment";
import { serveApi, type TestApi } from "./test-api";

/** What clients in the wild really send: by the habits of the languages and libraries they are written in. */
let api: TestApi;
let of: Awaited<ReturnType<typeof testAccount>>;

beforeAll(async () => {
  of = await testAccount();
  api = await serveApi();
});
afterAll(async () => api.close());

const PAYMENT = {
  amount: 1450,
  reference: "PERMIT-1",
  description: "A permit",
  return_url: "https://service.example/return",
};
const JSON_TYPE = { "Content-Type": "application/json" };
const create = async (text: string, headers: Record<string, string> = JSON_TYPE) =>
  api.send<PaymentResource>("POST", "/v1/payments", { key: of.key, headers, text });

describe("a payment can be created by a client", () => {
  test.each([
    ["of curl, Go or Ruby", "*/*"],
    ["of axios", "application/json, text/plain, */*"],
    ["of an old rest-client for Ruby", "*/*; q=0.5, application/xml"],
    ["of Java's own URL connection", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"],
    ["of .NET or PHP", "application/json"],
    ["of Apache's HTTP client", "application/json; charset=UTF-8"],
  ])("%s, which accepts %s", async (_, Accept) => {
    expect((await create(JSON.stringify(PAYMENT), { ...JSON_TYPE, Accept })).status).toBe(201);
  });

  test("that announces its JSON with a charset", async () => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await create(JSON.stringify(PAYMENT), headers)).status).toBe(201);
  });

  test("that serializes all it knows of, with null for what it has nothing for", async () => {
    const nothing = {
      email: null,
      language: null,
      metadata: null,
      moto: null,
      delayed_capture: null,
      authorisation_mode: null,
      set_up_agreement: null,
      agreement_id: null,
      agreement_payment_type: null,
      prefilled_cardholder_details: {
        cardholder_name: null,
        billing_address: { line1: null, line2: null, postcode: null, city: null, country: null },
      },
    };
    const { status, body } = await create(JSON.stringify({ ...PAYMENT, ...nothing }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ language: "en", moto: false, authorisation_mode: "web" });
    expect(Object.keys(body)).not.toContain("email");
  });

  test("that fills a form's empty fields in as they are", async () => {
    const empty = {
      email: "",
      metadata: {},
      prefilled_cardholder_details: {
        cardholder_name: "",
        billing_address: { line1: "", line2: "", postcode: "", city: "", country: "" },
      },
    };
    const { status, body } = await create(JSON.stringify({ ...PAYMENT, ...empty }));
    expect(status).toBe(201);
    expect(body).not.toHaveProperty("email");
    expect(body).not.toHaveProperty("metadata");
  });

  test("that escapes what need not be: slashes as PHP does, ampersands as Go does, all but ASCII", async () => {
    const { status, body } = await create(
      String.raw`{"amount":1450,"reference":"2026\/1","description":"Caf\u00e9 \u0026 bar \ud83c\udf7a",` +
        String.raw`"return_url":"https:\/\/service.example\/return?a=1\u0026b=2"}`,
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      reference: "2026/1",
      description: "Café & bar 🍺",
      return_url: "https://service.example/return?a=1&b=2",
    });
  });

  test("of .NET whose writer begins with a byte order mark", async () => {
    expect((await create(`\uFEFF${JSON.stringify(PAYMENT)}`)).status).toBe(201);
  });

  test("that asks for leave to send a body, as .NET and old curl do", async () => {
    const { status } = await create(JSON.stringify(PAYMENT), { ...JSON_TYPE, Expect: "100-continue" });
    expect(status).toBe(201);
  });
});

describe("a payment can be cancelled by a client", () => {
  test.each<[string, Record<string, string>, string?]>([
    ["that sends nothing at all", {}],
    ["that says JSON and sends nothing", JSON_TYPE, ""],
    [
      "that posts an empty form, as curl -d '' does",
      { "Content-Type": "application/x-www-form-urlencoded" },
      "",
    ],
    ["that sends an empty text, as fetch does", { "Content-Type": "text/plain;charset=UTF-8" }, ""],
    ["that streams nothing, in chunks", { "Transfer-Encoding": "chunked" }],
    ["of Java, whose nothing is null", { "Content-Type": "application/json; charset=UTF-8" }, "null"],
    ["of PHP, whose nothing is an empty list", JSON_TYPE, "[]"],
    ["of JavaScript, whose nothing is an empty object", JSON_TYPE, "{}"],
  ])("%s", async (_, headers, text) => {
    const { id } = await testPayment(of.caller);
    const sent = { key: of.key, headers, ...(text !== undefined && { text }) };
    const { status, text: said } = await api.send("POST", `/v1/payments/${id}/cancel`, sent);
    expect([status, said]).toEqual([204, ""]);
  });
});

describe("payments since midnight are found by a client", () => {
  test.each([
    ["of JavaScript", "2026-03-01T00:00:00.000Z"],
    ["of Ruby", "2026-03-01T00:00:00Z"],
    ["of PHP, whose ISO 8601 has an offset", "2026-03-01T00:00:00+00:00"],
    ["of Python, which counts millionths", "2026-03-01T00:00:00.000001+00:00"],
    ["of .NET, which counts ten-millionths", "2026-03-01T00:00:00.0000001Z"],
    ["of Java, which leaves seconds out when there are none", "2026-03-01T00:00Z"],
  ])("%s", async (_, midnight) => {
    const { key, caller } = await testAccount();
    await testPayment(caller, {}, new Date("2026-02-28T23:59:59.999Z"));
    const { id } = await testPayment(caller, {}, new Date("2026-03-01T00:00:00.001Z"));
    const { body } = await api.get<{ results: PaymentResource[] }>(
      `/v1/payments?from_date=${encodeURIComponent(midnight)}`,
      { key },
    );
    expect(body.results.map(({ payment_id }) => payment_id)).toEqual([id]);
  });
});

test("a client that only follows links finds its way through a payment and a search", async () => {
  const { key, caller } = await testAccount();
  for (let made = 0; made < 5; made += 1) await testPayment(caller);
  const follow = async <Body>(method: string, { href }: { href: string }) => {
    const { pathname, search } = new URL(href);
    return api.send<Body>(method, pathname + search, { key });
  };
  interface Page {
    results: PaymentResource[];
    _links: { next_page?: { href: string } };
  }
  const seen: PaymentResource[] = [];
  let next: { href: string } | undefined = { href: "https://any.example/v1/payments?display_size=2" };
  while (next) {
    const { body }: { body: Page } = await follow<Page>("GET", next);
    seen.push(...body.results);
    next = body._links.next_page;
  }
  expect(new Set(seen.map(({ payment_id }) => payment_id)).size).toBe(5);

  const { self, events, refunds, cancel } = (seen[0] as PaymentResource)._links;
  expect((await follow("GET", self)).status).toBe(200);
  expect((await follow("GET", events)).status).toBe(200);
  expect((await follow("GET", refunds)).status).toBe(200);
  expect((await follow("POST", cancel as { href: string })).status).toBe(204);
  expect((await follow<PaymentResource>("GET", self)).body._links.cancel).toBeNull();
});
