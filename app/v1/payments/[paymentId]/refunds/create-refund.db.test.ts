import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "@/contract/operations";
import type { PaymentEvents, PaymentResource } from "@/contract/payment-resource";
import type { RefundResource } from "@/contract/refund";
import { database } from "@/db/client";
import { accounts, refunds } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { settleBackground } from "@/domain/background";
import type { ServiceCaller } from "@/domain/caller";
import { isId, newId } from "@/domain/new-id";
import type { Payment } from "@/domain/payments/payment";
import {
  answeredCard,
  effectsOn,
  opened,
  paymentIn,
  readPayment,
  TEST_NUMBERS,
  testPayment,
  write,
} from "@/domain/payments/test-payment";
import { refundDue } from "@/domain/refunds/refund-due";
import { refusalIn, serveApi, type TestApi } from "../../../test-api";

const CARD_THAT_REFUNDS_FAIL_ON = "4000000000005126";
const NOT_JSON = { status: 400, code: "P0697", description: "Unable to parse JSON" };

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const refund = async ({ id }: { id: string }, body: unknown, withKey = key) =>
  api.post<RefundResource>(`/v1/payments/${id}/refunds`, body, { key: withKey });
const of = (amount: number, available: number) => ({ amount, refund_amount_available: available });
const read = async ({ id }: { id: string }, withKey = key) =>
  (await api.get<PaymentResource>(`/v1/payments/${id}`, { key: withKey })).body;
const paid = async (number?: string) => paymentIn(caller, "success", {}, number);

/** What a refund is refused with; nothing may have been written. */
async function refusalOf(payment: Payment, body: unknown, withKey = key): Promise<object> {
  const look = async () => [
    await readPayment(payment),
    await database().$count(refunds, eq(refunds.paymentId, payment.id)),
    await effectsOn(payment),
  ];
  const before = await look();
  const refusal = refusalIn(await refund(payment, body, withKey));
  expect(await look()).toEqual(before);
  return refusal;
}

const missing = (field: string) => ({
  status: 400,
  code: "P0601",
  description: `Missing mandatory attribute: ${field}`,
  field,
});
const invalid = (field: string, why: string) => ({
  status: 422,
  code: "P0602",
  description: `Invalid attribute value: ${field}. ${why}`,
  field,
});

describe("a refund", () => {
  test("is accepted and, with a sandbox, a success at once; exactly as the specification shows it", async () => {
    const payment = await paid();
    const answer = await refund(payment, of(200, 1200));
    expect(answer.status).toBe(202);
    expect(answer.headers).not.toHaveProperty("location");
    const { refund_id, created_date, ...rest } = answer.body;
    expect(isId(refund_id)).toBe(true);
    expect(Math.abs(Date.now() - Date.parse(created_date))).toBeLessThan(10_000);
    const base = `http://localhost:3000/v1/payments/${payment.id}`;
    expect(rest).toEqual({
      payment_id: payment.id,
      amount: 200,
      status: "success",
      settlement_summary: {},
      _links: {
        self: { href: `${base}/refunds/${refund_id}`, method: "GET" },
        payment: { href: base, method: "GET" },
      },
    });
    expect((await api.get(`/v1/payments/${payment.id}/refunds/${refund_id}`, { key })).body).toEqual(
      answer.body,
    );
  });

  test("in part leaves the rest available, until all is given back", async () => {
    const payment = await paid();
    await refund(payment, of(200, 1200));
    expect((await read(payment)).refund_summary).toEqual({
      status: "available",
      amount_available: 1000,
      amount_submitted: 200,
    });
    await refund(payment, of(1, 1000));
    expect((await refund(payment, of(999, 999))).status).toBe(202);
    expect((await read(payment)).refund_summary).toEqual({
      status: "full",
      amount_available: 0,
      amount_submitted: 1200,
    });
    expect((await read(payment)).state).toEqual({ status: "success", finished: true });
    expect(await effectsOn(payment)).toEqual(["authorise", "capture", "refund", "refund", "refund"]);
  });

  test("may give back the surcharge too", async () => {
    const of250 = await testAccount({ surchargeCreditPence: 250 });
    const payment = await paymentIn(of250.caller, "success", {}, TEST_NUMBERS.corporateCredit);
    expect((await refund(payment, of(1450, 1450), of250.key)).body).toMatchObject({ status: "success" });
    expect((await read(payment, of250.key)).refund_summary).toMatchObject({ status: "full" });
  });

  test("is an entry of the payment's events once it is decided", async () => {
    const payment = await paid();
    const { refund_id } = (await refund(payment, of(200, 1200))).body;
    const { events } = (await api.get<PaymentEvents>(`/v1/payments/${payment.id}/events`, { key })).body;
    expect(events.filter((event) => event.refund_id !== undefined)).toEqual([
      {
        payment_id: payment.id,
        refund_id,
        state: { status: "success", finished: true },
        updated: expect.stringMatching(/Z$/u) as string,
        _links: {
          payment_url: { href: `http://localhost:3000/v1/payments/${payment.id}`, method: "GET" },
        },
      },
    ]);
    expect(events.map(({ state }) => state.status)).toEqual([
      "created",
      "started",
      "submitted",
      "success",
      "success",
    ]);
  });

  test("that the bank cannot make is an error, and its amount is available again", async () => {
    const payment = await paid(CARD_THAT_REFUNDS_FAIL_ON);
    const answer = await refund(payment, of(500, 1200));
    expect(answer).toMatchObject({ status: 202, body: { status: "error", amount: 500 } });
    expect((await read(payment)).refund_summary).toEqual({
      status: "available",
      amount_available: 1200,
      amount_submitted: 0,
    });
    const { events } = (await api.get<PaymentEvents>(`/v1/payments/${payment.id}/events`, { key })).body;
    expect(events.at(-1)).toMatchObject({
      refund_id: answer.body.refund_id,
      state: { status: "error", finished: true },
    });
    expect((await refund(payment, of(1200, 1200))).body.status).toBe("error");
  });

  test("of a payment whose money is not taken yet takes it first", async () => {
    const payment = await answeredCard(await opened(await testPayment(caller)), caller);
    // Confirmed by a process that died before it asked for the money.
    await write(payment, { status: "success", expiresAt: null, captureDueAt: new Date() });
    expect((await refund(payment, of(1200, 1200))).body).toMatchObject({ status: "success" });
    expect(await effectsOn(payment)).toEqual(["authorise", "capture", "refund"]);
    await settleBackground();
  });

  test("of a live account waits as submitted, and its events say so", async () => {
    const of = await testAccount();
    const payment = await paymentIn(of.caller, "success");
    await database()
      .update(accounts)
      .set({ live: true, paymentProvider: "stripe" })
      .where(eq(accounts.id, of.account.id));
    const answer = await refund(payment, { amount: 200, refund_amount_available: 1200 }, of.key);
    expect(answer).toMatchObject({ status: 202, body: { status: "submitted", settlement_summary: {} } });
    expect((await read(payment, of.key)).refund_summary).toEqual({
      status: "available",
      amount_available: 1000,
      amount_submitted: 200,
    });

    const events = async () =>
      (await api.get<PaymentEvents>(`/v1/payments/${payment.id}/events`, { key: of.key })).body.events
        .filter(({ refund_id }) => refund_id === answer.body.refund_id)
        .map(({ state }) => state);
    expect(await events()).toEqual([{ status: "submitted", finished: false }]);
    await refundDue(new Date());
    const { refund_id } = answer.body;
    const settled = await api.get(`/v1/payments/${payment.id}/refunds/${refund_id}`, { key: of.key });
    expect(settled.body).toMatchObject({ status: "success" });
    expect(await events()).toEqual([
      { status: "submitted", finished: false },
      { status: "success", finished: true },
    ]);
  });

  test("has its amount as an integer however JSON writes it, and ignores what is unknown", async () => {
    const payment = await paid();
    const answer = await api.send<RefundResource>("POST", `/v1/payments/${payment.id}/refunds`, {
      key,
      headers: { "Content-Type": "application/json" },
      text: '{"amount": 2.0e2, "refund_amount_available": 1200.0, "reason": "none"}',
    });
    expect(answer).toMatchObject({ status: 202, body: { amount: 200 } });
  });
});

describe("a refund's body is refused", () => {
  const A = "amount";
  const B = "refund_amount_available";
  const FORMAT = "Must be a valid numeric format";
  const most = (limit: number) => `Must be less than or equal to ${limit}`;
  const least = (limit: number) => `Must be greater than or equal to ${limit}`;

  const RULES: Record<string, [object, object[]]> = {
    "amount.missing": [missing(A), [{}, { [B]: 1200 }, { [A]: null, [B]: 1 }, { [A]: undefined, [B]: "x" }]],
    "refund_amount_available.missing": [missing(B), [{ [A]: 1 }, { [A]: "x" }, { [A]: 0, [B]: null }]],
    "amount.integer": [
      invalid(A, FORMAT),
      ["1", "", "x", 1.5, true, {}, [], [1]].map((amount) => ({ [A]: amount, [B]: 1200 })),
    ],
    "amount.minimum": [invalid(A, least(1)), [0, -1, -10_000_001].map((amount) => of(amount, 1200))],
    "amount.maximum": [invalid(A, most(10_000_000)), [of(10_000_001, 1200), of(1e300, -1)]],
    "refund_amount_available.integer": [
      invalid(B, FORMAT),
      ["1200", 1200.5, false, {}, [1200]].map((available) => ({ [A]: 1, [B]: available })),
    ],
    "refund_amount_available.minimum": [invalid(B, least(0)), [of(1, -1)]],
  };

  test.each(
    Object.entries(RULES).flatMap(([rule, [refusal, bodies]]) => bodies.map((body) => [rule, body, refusal])),
  )("by %s: %j", async (_, body, refusal) => {
    expect(await refusalOf(await paid(), body)).toEqual(refusal);
  });

  test.each(["", "{", "[]", "null", "1", "nothing"])("when it is no JSON object: %j", async (text) => {
    const { id } = await paid();
    const answer = await api.send("POST", `/v1/payments/${id}/refunds`, {
      key,
      text,
      headers: { "Content-Type": "application/json" },
    });
    expect(refusalIn(answer)).toEqual(NOT_JSON);
  });

  test("by every rule there is", () => {
    expect(Object.keys(RULES).sort()).toEqual(Object.keys(OPERATIONS.createRefund.rules).sort());
  });

  test("before the payment is looked for", async () => {
    expect(refusalIn(await refund({ id: "nonsense" }, {}))).toEqual(missing("amount"));
  });
});

describe("a refund is refused", () => {
  const unavailable = (status: string) => ({
    status: 400,
    code: "P0603",
    description: `The payment is not available for refund. Payment refund status: ${status}`,
  });
  const NOT_FOUND = { status: 404, code: "P0600", description: "Not found" };
  const MISMATCH = { status: 412, code: "P0604", description: "Refund amount available mismatch." };
  const TOO_MUCH = {
    status: 400,
    code: "P0603",
    description: "The amount is more than is available for refund",
  };
  const TURNED_OFF = {
    status: 403,
    code: "P0941",
    description: "Payment and refund creation is turned off for this account",
  };
  const DISPUTED = {
    status: 400,
    code: "P0603",
    description: "The payment is disputed and cannot be refunded",
  };

  test("of a payment that is unknown, malformed or another account's", async () => {
    const other = await paymentIn((await testAccount()).caller, "success");
    for (const id of [newId(new Date()), "nonsense", other.id]) {
      expect(refusalIn(await refund({ id }, of(1, 1200)))).toEqual(NOT_FOUND);
    }
    expect(await effectsOn(other)).toEqual(["authorise", "capture"]);
  });

  test.each([
    ["created", "pending"],
    ["started", "pending"],
    ["submitted", "pending"],
    ["capturable", "unavailable"],
    ["failed", "unavailable"],
    ["cancelled", "unavailable"],
    ["error", "unavailable"],
  ] as const)("of a payment that is %s: its refunds are %s", async (status, refundStatus) => {
    expect(await refusalOf(await paymentIn(caller, status), of(1200, 1200))).toEqual(
      unavailable(refundStatus),
    );
  });

  test("of a payment that is refunded in full, whatever is believed to be available", async () => {
    const payment = await paid();
    await refund(payment, of(1200, 1200));
    for (const available of [0, 1200]) {
      expect(await refusalOf(payment, of(1, available))).toEqual(unavailable("full"));
    }
  });

  test("of a disputed payment, and possible again when the dispute was won", async () => {
    const payment = await paid();
    await write(payment, { disputed: true });
    expect((await read(payment)).refund_summary.status).toBe("unavailable");
    expect(await refusalOf(payment, of(1, 1200))).toEqual(DISPUTED);
    await write(payment, { disputed: false });
    expect((await refund(payment, of(1, 1200))).status).toBe(202);
  });

  test("when something else is available than is believed", async () => {
    const payment = await paid();
    for (const available of [0, 1199, 1201]) {
      expect(await refusalOf(payment, of(1, available))).toEqual(MISMATCH);
    }
    await refund(payment, of(200, 1200));
    expect(await refusalOf(payment, of(200, 1200))).toEqual(MISMATCH);
    // Of two faults, the first in the table.
    expect(await refusalOf(payment, of(5000, 1200))).toEqual(MISMATCH);
  });

  test("of more than is available", async () => {
    const payment = await paid();
    expect(await refusalOf(payment, of(1201, 1200))).toEqual(TOO_MUCH);
    await refund(payment, of(1199, 1200));
    expect(await refusalOf(payment, of(2, 1))).toEqual(TOO_MUCH);
  });

  test("when creation is turned off, but not before the payment is looked for", async () => {
    const off = await testAccount();
    const payment = await paymentIn(off.caller, "success");
    await database().update(accounts).set({ creationTurnedOff: true }).where(eq(accounts.id, off.account.id));
    expect(await refusalOf(payment, of(1, 7), off.key)).toEqual(TURNED_OFF);
    expect(refusalIn(await refund({ id: "nonsense" }, of(1, 1), off.key))).toEqual(NOT_FOUND);
  });

  test("beyond the limit of other posts a second", async () => {
    const slow = await testAccount({ otherPostPerSecond: 1 });
    const payment = await paymentIn(slow.caller, "success");
    const answers = await Promise.all([
      refund(payment, of(1, 1200), slow.key),
      refund(payment, of(1, 1200), slow.key),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429]);
  });

  test("for nothing that has no case here", () => {
    expect(Object.keys(OPERATIONS.createRefund.refusals).sort()).toEqual([
      "availableMismatch",
      "creationTurnedOff",
      "disputed",
      "moreThanAvailable",
      "notAvailable",
      "notFound",
    ]);
  });
});

describe("refunds at once", () => {
  test("of all that is left are granted once", async () => {
    const payment = await paid();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => refund(payment, of(1200, 1200))),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(await effectsOn(payment)).toEqual(["authorise", "capture", "refund"]);
    expect((await read(payment)).refund_summary).toMatchObject({ status: "full", amount_submitted: 1200 });
  });
});
