import { eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { assert } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { database } from "@/db/client";
import { agreements, idempotencyKeys, paymentEvents, payments, refunds } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { activeAgreement } from "@/domain/agreements/test-agreement";
import { settleBackground } from "@/domain/background";
import type { ServiceCaller } from "@/domain/caller";
import { paymentIn, readPayment } from "@/domain/payments/test-payment";
import { serveApi, type TestApi } from "./test-api";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

let api: TestApi;
let caller: ServiceCaller;
let key: string;
let agreementId: string;

beforeAll(async () => {
  api = await serveApi();
  ({ caller, key } = await testAccount());
  ({ id: agreementId } = await activeAgreement(caller));
});
afterAll(async () => api.close());

/** Values that parsers, databases and people trip over. */
const odd = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(
    null, true, false, 0, -1, 0.5, 1e21, 1e308, -0, 2_147_483_648, Number.MAX_SAFE_INTEGER, "", " ", "\0", "\uD800",
    "\u{1F600}".repeat(300), "x".repeat(3000), "<", '"', "\\", "__proto__", "constructor", "10", "true", "null", [],
    [[[]]], {}, { toString: 1 }, "2026-02-30", "https://a.example/\u202E", "ａ",
  ), // prettier-ignore
);

/** A body with some of its parts replaced, taken away or added to. */
function mutated(body: Json): fc.Arbitrary<Json> {
  const change = fc.record({
    at: fc.nat(40),
    how: fc.constantFrom("replace", "replace", "remove", "rename", "add", "wrap"),
    value: odd,
    name: fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom("__proto__", "constructor", "amount", "metadata"),
    ),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const copy = structuredClone(body);
    for (const { at, how, value, name } of changes) {
      const places = placesIn(copy);
      const place = places[at % places.length];
      if (!place) continue;
      const { holder, key } = place;
      const put = structuredClone(value);
      if (how === "remove") delete holder[key];
      else if (how === "wrap") holder[key] = [holder[key] ?? null];
      else if (how === "replace") holder[key] = put;
      else
        Object.defineProperty(holder, name, {
          value: put,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      if (how === "rename") delete holder[key];
    }
    return copy;
  });
}

function placesIn(value: Json): { holder: Record<string, Json>; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, Json>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key] ?? null)]);
}

/** The text of a body, sometimes cut or with something in it that does not belong. */
function written(body: fc.Arbitrary<Json>): fc.Arbitrary<string> {
  const whole = body.map((value) => JSON.stringify(value));
  const spoilt = fc
    .tuple(
      whole,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.oneof(
        fc.string({ maxLength: 5 }),
        fc.constantFrom("{", "]", ",", '"', "\\u0000", "\\ud800", "1e999"),
      ),
    )
    .map(([text, share, more]) => {
      const at = Math.floor(share * text.length);
      return text.slice(0, at) + more + text.slice(share > 0.5 ? at : at + 1);
    });
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: spoilt });
}

/** How much is stored of the service. */
async function stored(): Promise<Record<string, number>> {
  const count = async (
    table:
      | typeof payments
      | typeof refunds
      | typeof agreements
      | typeof paymentEvents
      | typeof idempotencyKeys,
  ) => database().$count(table, eq(table.serviceId, caller.account.serviceId));
  return {
    payments: await count(payments),
    events: await count(paymentEvents),
    refunds: await count(refunds),
    agreements: await count(agreements),
    keys: await count(idempotencyKeys),
  };
}

const post = async (path: string, text: string, headers: Record<string, string> = {}) =>
  api.send<PaymentResource & { code?: string }>("POST", path, {
    key,
    text,
    headers: { "Content-Type": "application/json", ...headers },
  });

/** Nothing that is refused writes anything, and a success writes just what it should, once. */
function unharmed(body: Json, path: string, added: Record<string, number>) {
  return fc.asyncProperty(written(mutated(body)), fc.nat(3), async (text, dice) => {
    const before = await stored();
    const headers: Record<string, string> = dice === 0 ? { "Idempotency-Key": crypto.randomUUID() } : {};
    const { status, body: answer } = await post(path, text, headers);
    expect(status).toBeLessThan(500);
    await settleBackground();
    const after = await stored();
    const keyed = dice === 0 && path === "/v1/payments" ? { keys: 1 } : {};
    const more: Record<string, number> = status < 300 ? { ...added, ...keyed } : {};
    // A payment by an agreement has gone on in the background by now.
    if (status < 300 && answer.agreement_id !== undefined)
      more.events = (after.events ?? 0) - (before.events ?? 0);
    const expected = Object.entries(before).map(([table, count]) => [table, count + (more[table] ?? 0)]);
    expect(after).toEqual(Object.fromEntries(expected));
    if (status === 201 && "payment_id" in answer) await expectWhole(answer);
  });
}

/** What was stored reads back as it was answered. */
async function expectWhole({ payment_id }: PaymentResource): Promise<void> {
  expect((await api.get(`/v1/payments/${payment_id}`, { key })).status).toBe(200);
  const [row] = await database().execute(
    sql`select count(*)::int as events from payment_events where payment_id = ${payment_id}`,
  );
  expect(row?.events).toBeGreaterThanOrEqual(1);
}

const BASE = { amount: 1000, reference: "REF-1", description: "A permit" };
const WEB: Json = {
  ...BASE,
  return_url: "https://service.example/return",
  language: "cy",
  email: "payer@example.org",
  delayed_capture: true,
  moto: false,
  metadata: { ledger: "A", fund: 7, paid: true },
  prefilled_cardholder_details: {
    cardholder_name: "Jean",
    billing_address: { line1: "1", line2: "2", city: "C", postcode: "P", country: "GB" },
  },
};

const RUNS = { numRuns: 150 };
const ONE_PAYMENT = { payments: 1, events: 1 };

describe("whatever is sent in place of a valid body, the API is not at fault and writes nothing by halves", () => {
  test.each<[string, () => Json]>([
    ["a web payment", () => WEB],
    ["a telephone order", () => ({ ...BASE, authorisation_mode: "moto_api", metadata: { a: "b" } })],
    [
      "a payment by an agreement",
      () => ({
        ...BASE,
        authorisation_mode: "agreement",
        agreement_id: agreementId,
        agreement_payment_type: "instalment",
      }),
    ],
    [
      "a payment that sets an agreement up",
      () => ({ ...BASE, return_url: "https://a.example/", set_up_agreement: agreementId }),
    ],
  ])(
    "for %s",
    async (_, body) => {
      await assert(unharmed(body(), "/v1/payments", ONE_PAYMENT), RUNS);
    },
    120_000,
  );

  test("for an agreement", async () => {
    const body = { reference: "AGR-1", description: "Rent", user_identifier: "u" };
    await assert(unharmed(body, "/v1/agreements", { agreements: 1 }), RUNS);
  }, 120_000);

  test("for a refund", async () => {
    const { id } = await paymentIn(caller, "success", { amount: 1_000_000 });
    const body = { amount: 1, refund_amount_available: 1_000_000 };
    await assert(unharmed(body, `/v1/payments/${id}/refunds`, { refunds: 1, events: 1 }), RUNS);
  }, 120_000);

  test("for a telephone order's card", async () => {
    const order = async () => {
      const { body } = await post(
        "/v1/payments",
        JSON.stringify({ ...BASE, authorisation_mode: "moto_api" }),
      );
      return body;
    };
    const card = {
      card_number: "4444333322221111",
      cvc: "737",
      expiry_date: "04/31",
      cardholder_name: "Jean",
    };
    let waiting = await order();
    await assert(
      fc.asyncProperty(
        fc.context(),
        written(mutated({ ...card, one_time_token: "TOKEN" })),
        async (context, text) => {
          const key = { serviceId: caller.account.serviceId, id: waiting.payment_id };
          const before = await readPayment(key);
          const token = waiting._links.auth_url_post?.params.one_time_token ?? "";
          const { status, body } = await post("/v1/auth", text.replace("TOKEN", token));
          context.log(JSON.stringify(body));
          // A number that the sandbox does not know is a fault of its own, which has a code of its own.
          const spent = status === 204 || status === 402 || (status === 500 && body.code === "P0050");
          if (status >= 500) expect((await readPayment(key)).code).toBe("P0050");
          await settleBackground();
          const after = await readPayment(key);
          if (!spent) expect(after).toEqual(before);
          else {
            expect(["success", "failed", "error"]).toContain(after.status);
            waiting = await order();
          }
        },
      ),
      RUNS,
    );
  }, 120_000);
});
