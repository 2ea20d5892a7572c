import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CARD_TESTING } from "@/contract/limits";
import { OPERATIONS } from "@/contract/operations";
import type { PaymentResource } from "@/contract/payment-resource";
import { database } from "@/db/client";
import { accounts, rateWindows } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { settleBackground } from "@/domain/background";
import type { Account, ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { paymentToken } from "@/domain/payments/payment-token";
import {
  aged,
  effectsOn,
  operationsOn,
  readPayment,
  statusesOf,
  testPayment,
  whileTheBankThinks,
} from "@/domain/payments/test-payment";
import { voidDuePayments } from "@/domain/payments/void-due-payments";
import { refusalIn, serveApi, type TestApi } from "../test-api";

const REJECTED = { status: 402, code: "P0010", description: "The payment was rejected" };
const FAULT = { status: 500, code: "P0050", description: "The payment provider returned an error" };
const UNKNOWN = { status: 400, code: "P1211", description: "The one_time_token is not valid" };
const USED = { status: 400, code: "P1212", description: "The one_time_token has already been used" };
const CARD = {
  card_number: "4444333322221111",
  cvc: "737",
  expiry_date: "04/31",
  cardholder_name: "Jean Pâyer",
};

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());
afterEach(() => vi.restoreAllMocks());

/** A telephone order, made by the API. */
async function order(of = { caller, key }, body: object = {}) {
  const answer = await api.post<PaymentResource>(
    "/v1/payments",
    { amount: 1200, reference: "TEL-1", description: "A permit", authorisation_mode: "moto_api", ...body },
    { key: of.key },
  );
  const { payment_id: id, _links } = answer.body;
  const payment = await readPayment({ serviceId: of.caller.account.serviceId, id });
  return { payment, token: _links.auth_url_post?.params.one_time_token ?? "" };
}

const send = async (token: unknown, card: object = CARD) =>
  api.post("/v1/auth", { one_time_token: token, ...card });
const read = async (id: string, withKey = key) =>
  (await api.get<PaymentResource>(`/v1/payments/${id}`, { key: withKey })).body;

const month = (ahead: number) => {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() + ahead, 1);
  return date.toISOString().replace(/^\d\d(\d\d)-(\d\d).*$/u, "$2/$1");
};

describe("the card of a telephone order", () => {
  test("that is approved pays it: 204 without a body, and the money is asked for", async () => {
    const { payment, token } = await order();
    expect(await send(token)).toMatchObject({ status: 204, text: "" });
    expect(await statusesOf(payment)).toEqual(["created", "submitted", "success"]);
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
    const shown = await read(payment.id);
    expect(shown).toMatchObject({
      state: { status: "success", finished: true },
      authorisation_mode: "moto_api",
      moto: true,
      card_details: {
        card_brand: "Visa",
        card_type: "credit",
        last_digits_card_number: 1111,
        first_digits_card_number: 444433,
        expiry_date: "04/31",
        cardholder_name: "Jean Pâyer",
      },
      _links: { cancel: null },
    });
    expect(shown.card_details).not.toHaveProperty("billing_address");
    expect(shown._links).not.toHaveProperty("auth_url_post");
  });

  test("with delayed capture waits to be captured", async () => {
    const { payment, token } = await order(undefined, { delayed_capture: true });
    expect((await send(token)).status).toBe(204);
    expect(await statusesOf(payment)).toEqual(["created", "submitted", "capturable"]);
    expect((await api.send("POST", `/v1/payments/${payment.id}/capture`, { key })).status).toBe(204);
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
  });

  test("needs no key, and a wrong one does no harm", async () => {
    const { token } = await order();
    const answer = await api.post(
      "/v1/auth",
      { one_time_token: token, ...CARD },
      { key: "api_test_nonsense" },
    );
    expect(answer.status).toBe(204);
  });

  test("costs no surcharge, and is asked for no 3D Secure", async () => {
    const of = await testAccount({ surchargeCreditPence: 250 });
    const { payment, token } = await order(of);
    expect((await send(token, { ...CARD, card_number: "4111111111111111" })).status).toBe(204);
    const shown = await read(payment.id, of.key);
    expect(shown).not.toHaveProperty("corporate_card_surcharge");
    expect(shown).not.toHaveProperty("total_amount");
    const challenged = await order();
    expect((await send(challenged.token, { ...CARD, card_number: "4000002500003155" })).status).toBe(204);
    expect(await read(challenged.payment.id)).not.toHaveProperty("authorisation_summary");
  });

  test.each([
    ["4000000000000002", "declined"],
    ["4000000000000069", "expired"],
    ["4000000000000127", "of a wrong code"],
  ])("%s that its bank says is %s is rejected", async (card_number) => {
    const { payment, token } = await order();
    expect(refusalIn(await send(token, { ...CARD, card_number }))).toEqual(REJECTED);
    expect(await read(payment.id)).toMatchObject({
      state: { status: "failed", code: "P0010", message: "Payment method rejected" },
      card_details: { last_digits_card_number: Number(card_number.slice(-4)) },
    });
    expect(await effectsOn(payment)).toEqual(["authorise"]);
    expect(refusalIn(await send(token))).toEqual(USED);
  });

  test.each<[string, string, Partial<Account>]>([
    ["without a valid check digit", "4444333322221112", {}],
    ["of no known network", "9999999999999995", {}],
    ["of a network that is not taken", "6759649826438453", {}],
    ["of another network that is not taken", CARD.card_number, { acceptedBrands: ["master-card"] }],
    ["of a type that is not taken: credit", CARD.card_number, { acceptsCredit: false }],
    ["of a type that is not taken: debit", "4000056655665556", { acceptsDebit: false }],
    ["that is prepaid, where those are blocked", "4000160000000004", { acceptsPrepaid: false }],
  ])("%s is rejected without asking a bank, and the payment fails", async (_, card_number, settings) => {
    const of = await testAccount(settings);
    const { payment, token } = await order(of);
    expect(refusalIn(await send(token, { ...CARD, card_number }))).toEqual(REJECTED);
    expect(await readPayment(payment)).toMatchObject({
      status: "failed",
      code: "P0010",
      lastDigits: card_number.slice(-4),
    });
    expect(await statusesOf(payment)).toEqual(["created", "failed"]);
    expect(await operationsOn(payment)).toEqual({});
    expect(refusalIn(await send(token))).toEqual(USED);
  });

  test.each([
    ["4000000000000119", "that its bank cannot process"],
    ["4929420573595709", "that the sandbox does not know"],
  ])("%s %s is an error", async (card_number) => {
    const { payment, token } = await order();
    expect(refusalIn(await send(token, { ...CARD, card_number }))).toEqual(FAULT);
    expect((await read(payment.id)).state).toMatchObject({ status: "error", code: "P0050" });
    expect(refusalIn(await send(token))).toEqual(USED);
  });

  test("whose bank does not answer within 10 seconds is an error, and a late approval is released", async () => {
    const { payment, token } = await order();
    await whileTheBankThinks(payment, async () => {
      passTenSecondsQuickly();
      const answer = send(token);
      await expect.poll(async () => (await operationsOn(payment)).authorise?.state).toBe("asked");
      expect((await read(payment.id)).state.status).toBe("created");
      // Spent, so whoever sends the card again is told so.
      expect(refusalIn(await send(token))).toEqual(USED);
      const link = (await read(payment.id))._links.auth_url_post;
      expect(refusalIn(await send(link?.params.one_time_token))).toEqual(USED);
      expect(refusalIn(await answer)).toEqual(FAULT);
      expect((await read(payment.id)).state).toMatchObject({ status: "error", code: "P0050" });
    });
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authorise"]);
    expect(await voidDuePayments(new Date(), payment)).toBe(1);
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
    expect(await readPayment(payment)).toMatchObject({ status: "error", voidDueAt: null });
  });

  test("is of no use when the service cancels while its bank is asked", async () => {
    const { payment, token } = await order();
    const answer = await whileTheBankThinks(payment, async () => {
      const sending = send(token);
      await expect.poll(async () => (await operationsOn(payment)).authorise?.state).toBe("asked");
      const cancelled = await api.send("POST", `/v1/payments/${payment.id}/cancel`, { key });
      expect(cancelled.status).toBe(204);
      return { sending };
    });
    expect(refusalIn(await answer.sending)).toEqual(USED);
    expect(await readPayment(payment)).toMatchObject({ status: "cancelled", code: "P0040" });
    await settleBackground();
    await voidDuePayments(new Date(), payment);
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
  });
});

describe("a one-time token", () => {
  test.each([
    ["nonsense", async () => "nonsense"],
    [
      "of a payment that is not there",
      async () => paymentToken("one-time token", { id: newId(new Date()), tokenGeneration: 0 }),
    ],
    [
      "of a web payment",
      async () => {
        const payment = await testPayment(caller);
        return paymentToken("one-time token", payment);
      },
    ],
    ["a web payment's own", async () => paymentToken("next url", await testPayment(caller))],
    [
      "forged at its end",
      async () => (await order()).token.replace(/.$/u, (last) => (last === "a" ? "b" : "a")),
    ],
    [
      "of a later generation",
      async () => paymentToken("one-time token", { id: (await order()).payment.id, tokenGeneration: 1 }),
    ],
    ["longer", async () => `${(await order()).token}a`],
    ["in capitals", async () => (await order()).token.toUpperCase()],
    ["a payment's id", async () => (await order()).payment.id],
    ["with a NUL", async () => `${(await order()).token.slice(0, -1)}\0`],
  ])("that is %s is not valid", async (_, token) => {
    await forgetUnknownTokens();
    expect(refusalIn(await send(await token()))).toEqual(UNKNOWN);
  });

  test("is spent by whoever comes first of ten at once", async () => {
    const { payment, token } = await order();
    const answers = await Promise.all(Array.from({ length: 10 }, async () => send(token)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 204)) {
      expect(refusalIn(answer)).toEqual(USED);
    }
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
  });

  test("is spent with its payment: expired, or cancelled", async () => {
    const [expired, cancelled] = [await order(), await order()];
    await aged(expired.payment, 90 * 60_000);
    await api.send("POST", `/v1/payments/${cancelled.payment.id}/cancel`, { key });
    for (const { token } of [expired, cancelled]) expect(refusalIn(await send(token))).toEqual(USED);
    expect(await readPayment(expired.payment)).toMatchObject({ status: "failed", code: "P0020" });
    for (const { payment } of [expired, cancelled]) expect(await effectsOn(payment)).toEqual([]);
  });

  test("is counted with its service's other posts", async () => {
    const slow = await testAccount();
    const orders = [await order(slow), await order(slow), await order(slow)];
    await database().update(accounts).set({ otherPostPerSecond: 1 }).where(eq(accounts.id, slow.account.id));
    const answers = await Promise.all(orders.map(async ({ token }) => send(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 429, 429]);
    const left = orders.find((_, n) => answers[n]?.status === 429);
    await database()
      .update(accounts)
      .set({ otherPostPerSecond: 100 })
      .where(eq(accounts.id, slow.account.id));
    expect((await send(left?.token)).status).toBe(204);
  });

  test("keeps its worth while its card is declined too often: it is told how long to wait", async () => {
    const wary = await testAccount({ defendsAgainstCardTesting: true });
    const declined = { ...CARD, card_number: "4000000000000002" };
    for (let n = 0; n < CARD_TESTING.card.declines; n += 1)
      expect((await send((await order(wary)).token, declined)).status).toBe(402);
    await settleBackground();
    const { payment, token } = await order(wary);
    const refused = await send(token, declined);
    expect(refused).toMatchObject({ status: 429, body: { code: "P0900" } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50);
    expect(await statusesOf(payment)).toEqual(["created"]);
    // Another customer's card is another matter.
    expect((await send(token)).status).toBe(204);
  });

  test("that is unknown is counted by the address it came from: fifteen a second", async () => {
    await forgetUnknownTokens();
    const answers = await Promise.all(Array.from({ length: 40 }, async () => send("nonsense")));
    const told = answers.filter(({ status }) => status === 400);
    expect(told.length).toBeGreaterThanOrEqual(15);
    expect(told.length).toBeLessThanOrEqual(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - told.length);
    // Those who have a token are not kept waiting by those who guess.
    expect((await send((await order()).token)).status).toBe(204);
  });
});

describe("what is sent", () => {
  const missing = (field: string) => ({
    status: 400,
    code: "P0101",
    description: `Missing mandatory attribute: ${field}`,
    field,
  });
  const invalid = (field: string, why: string) => ({
    status: 422,
    code: "P0102",
    description: `Invalid attribute value: ${field}. ${why}`,
    field,
  });
  const CARD_NUMBER = "Must be between 12 and 19 digits";
  const EXPIRY = "Must be a date in the format MM/YY that has not passed";

  const RULES: Record<string, [object, object[]]> = {
    "one_time_token.missing": [
      missing("one_time_token"),
      [
        { one_time_token: undefined },
        { one_time_token: null },
        { one_time_token: " " },
        { one_time_token: "", cvc: 1 },
      ],
    ],
    "card_number.missing": [
      missing("card_number"),
      [{ card_number: undefined }, { card_number: "", cvc: "x" }],
    ],
    "cvc.missing": [missing("cvc"), [{ cvc: null, card_number: "1" }, { cvc: " " }]],
    "expiry_date.missing": [missing("expiry_date"), [{ expiry_date: undefined }, { expiry_date: "" }]],
    "cardholder_name.missing": [
      missing("cardholder_name"),
      [{ cardholder_name: undefined, cvc: "x" }, { cardholder_name: "  " }],
    ],
    "one_time_token.text": [
      invalid("one_time_token", "Must be a valid string format"),
      [{ one_time_token: 1 }, { one_time_token: ["a"], card_number: "x" }],
    ],
    "card_number.format": [
      invalid("card_number", CARD_NUMBER),
      [
        "44443333222",
        "4".repeat(20),
        "4444 3333 2222 1111",
        "4444333322221111x",
        "４４４４333322221111",
        4444333322221111,
      ].map((card_number) => ({ card_number })),
    ],
    "cvc.format": [
      invalid("cvc", "Must be 3 or 4 digits"),
      ["73", "73711", "7a7", 737].map((cvc) => ({ cvc })),
    ],
    "expiry_date.format": [
      invalid("expiry_date", EXPIRY),
      ["4/31", "13/31", "00/31", "04/2031", "0431", "31/04", "04-31", "04/20", month(-1), 431].map(
        (expiry_date) => ({ expiry_date }),
      ),
    ],
    "cardholder_name.text": [
      invalid("cardholder_name", "Must be a valid string format"),
      [{ cardholder_name: 1 }, { cardholder_name: "a\0b" }],
    ],
    "cardholder_name.digits": [
      invalid("cardholder_name", "Must not be a card number or a security code"),
      ["4444333322221111", "Jean Pâyer 4444-3333-2222-1111", "737", " 7373 "].map((cardholder_name) => ({
        cardholder_name,
      })),
    ],
    "cardholder_name.length": [
      invalid("cardholder_name", "Must be less than or equal to 255 characters length"),
      [{ cardholder_name: "x".repeat(256) }],
    ],
  };

  test.each(
    Object.entries(RULES).flatMap(([rule, [refusal, changes]]) =>
      changes.map((change) => [rule, change, refusal] as const),
    ),
  )("is refused by %s: %j; the token is not spent", async (_, change, refusal) => {
    const { payment, token } = await order();
    expect(refusalIn(await send(token, { ...CARD, ...change }))).toEqual(refusal);
    expect(await readPayment(payment)).toEqual(payment);
    expect((await send(token)).status).toBe(204);
  });

  test("is tried here by every rule there is, and for every reason", () => {
    expect(Object.keys(RULES).sort()).toEqual(Object.keys(OPERATIONS.sendCard.rules).sort());
    expect(Object.keys(OPERATIONS.sendCard.refusals).sort()).toEqual([
      "providerFault",
      "rejected",
      "tokenUnknown",
      "tokenUsed",
    ]);
  });

  test.each(["", "{", "[]", "null", "1"])("is refused when it is no JSON object: %j", async (text) => {
    const answer = await api.send("POST", "/v1/auth", {
      text,
      headers: { "Content-Type": "application/json" },
    });
    expect(refusalIn(answer)).toEqual({ status: 400, code: "P0102", description: "Unable to parse JSON" });
  });

  test("is stopped by the firewall before its token is spent", async () => {
    const { payment, token } = await order();
    expect(refusalIn(await send(token, { ...CARD, cardholder_name: "<b>" }))).toMatchObject({
      code: "P0920",
    });
    expect(await readPayment(payment)).toEqual(payment);
  });

  test.each([
    ["a name of 255 characters", { cardholder_name: "\u{1F600}".repeat(255) }],
    ["a card that expires this month", { expiry_date: month(0) }],
    ["a card of 15 digits with a code of four", { card_number: "371449635398431", cvc: "7373" }],
    ["a card of 19 digits", { card_number: "4917610000000000003" }],
    ["a card of 14 digits", { card_number: "36148900647913" }],
  ])("may have %s", async (_, change) => {
    const { token } = await order();
    expect((await send(token, { ...CARD, ...change })).status).toBe(204);
  });

  test("is nowhere in what is answered", async () => {
    const { token } = await order();
    for (const change of [
      { cvc: "73x" },
      { card_number: "4000000000000002" },
      { card_number: "x4000000000000002" },
    ]) {
      const { text } = await send(token, { ...CARD, ...change });
      expect(text).not.toMatch(/4000000000000002|73x|x4000/u);
    }
  });
});

/** A bank's ten seconds are over in half a one; every other clock goes on as it does. */
function passTenSecondsQuickly(): void {
  const wait = globalThis.setTimeout;
  const shorter = (run: () => void, milliseconds?: number) =>
    wait(run, milliseconds === 10_000 ? 500 : milliseconds);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(shorter);
}

async function forgetUnknownTokens(): Promise<void> {
  await database().delete(rateWindows).where(eq(rateWindows.bucket, "unknown token 127.0.0.1"));
}
