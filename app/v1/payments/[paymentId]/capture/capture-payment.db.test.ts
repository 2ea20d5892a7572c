import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "@/contract/operations";
import type { PaymentEvents, PaymentResource } from "@/contract/payment-resource";
import { database } from "@/db/client";
import { sandboxOperations } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { settleBackground } from "@/domain/background";
import type { ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { captureDuePayments } from "@/domain/payments/capture-due-payments";
import { expireDuePayments } from "@/domain/payments/expire-payment";
import type { Payment } from "@/domain/payments/payment";
import {
  aged,
  effectsOn,
  paymentIn,
  readPayment,
  statusesOf,
  TEST_NUMBERS,
  testPayment,
} from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../../../test-api";

const NOT_FOUND = { status: 404, code: "P1000", description: "Not found" };
const NOT_CAPTURABLE = { status: 409, code: "P1003", description: "The payment is not capturable" };
const HOUR = 3_600_000;

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const capture = async ({ id }: { id: string }, withKey = key) =>
  api.send("POST", `/v1/payments/${id}/capture`, { key: withKey });
const read = async ({ id }: Payment) => (await api.get<PaymentResource>(`/v1/payments/${id}`, { key })).body;

async function refusalOf(payment: Payment): Promise<object> {
  const before = [await readPayment(payment), await statusesOf(payment), await effectsOn(payment)];
  const refusal = refusalIn(await capture(payment));
  await settleBackground();
  expect([await readPayment(payment), await statusesOf(payment), await effectsOn(payment)]).toEqual(before);
  return refusal;
}

describe("a payment with delayed capture", () => {
  test("is a success the moment it is captured: 204 without a body", async () => {
    const payment = await paymentIn(caller, "capturable");
    expect((await read(payment))._links.capture).toEqual({
      href: `http://localhost:3000/v1/payments/${payment.id}/capture`,
      method: "POST",
    });
    expect(await capture(payment)).toMatchObject({ status: 204, text: "" });
    const after = await read(payment);
    expect(after.state).toEqual({ status: "success", finished: true });
    expect(after._links).not.toHaveProperty("capture");
    expect(after._links.cancel).toBeNull();
    expect(after.refund_summary.status).toBe("available");

    await settleBackground();
    expect((await read(payment)).settlement_summary).toEqual({
      capture_submit_time: expect.stringMatching(/Z$/u) as string,
      captured_date: new Date().toISOString().slice(0, 10),
    });
    const events = await api.get<PaymentEvents>(`/v1/payments/${payment.id}/events`, { key });
    expect(events.body.events.map(({ state }) => state.status)).toEqual([
      "created",
      "started",
      "submitted",
      "capturable",
      "success",
    ]);
  });

  test("has its money asked for once, surcharge included, however many capture it at once", async () => {
    const of = await testAccount({ surchargeCreditPence: 250 });
    const payment = await paymentIn(of.caller, "capturable", {}, TEST_NUMBERS.corporateCredit);
    const answers = await Promise.all(Array.from({ length: 10 }, async () => capture(payment, of.key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(409)]);
    await settleBackground();
    const taken = await database()
      .select({ kind: sandboxOperations.kind, amount: sandboxOperations.amount })
      .from(sandboxOperations)
      .where(eq(sandboxOperations.paymentId, payment.id));
    expect(taken.filter(({ kind }) => kind === "capture")).toEqual([{ kind: "capture", amount: 1450 }]);
  });

  test("may be captured until its 120 hours are over, counted from its creation", async () => {
    const payment = await paymentIn(caller, "capturable");
    await aged(payment, 120 * HOUR - 60_000);
    expect((await capture(payment)).status).toBe(204);
  });

  test("lapses after 120 hours: it is expired then, and what the bank holds is released", async () => {
    const payment = await paymentIn(caller, "capturable");
    await aged(payment, 120 * HOUR);
    expect(refusalIn(await capture(payment))).toEqual(NOT_CAPTURABLE);
    expect((await read(payment)).state).toEqual({
      status: "failed",
      finished: true,
      code: "P0020",
      message: "Payment expired",
    });
    expect((await statusesOf(payment)).slice(-2)).toEqual(["capturable", "failed"]);
    await settleBackground();
    expect(await effectsOn(payment)).not.toContain("capture");
    expect(await effectsOn(payment)).toContain("void");
  });

  test("is not expired by the sweep while those hours last", async () => {
    const payment = await paymentIn(caller, "capturable");
    await aged(payment, 119 * HOUR);
    await expireDuePayments(new Date());
    expect((await readPayment(payment)).status).toBe("capturable");
    await expireDuePayments(new Date(Date.now() + HOUR));
    expect(await readPayment(payment)).toMatchObject({ status: "failed", code: "P0020" });
  });

  test("whose process dies right after the 204 is captured by the clock", async () => {
    const payment = await paymentIn(caller, "capturable");
    await capture(payment);
    await settleBackground();
    await captureDuePayments(new Date(Date.now() + HOUR), payment);
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
  });
});

describe("capturing is refused", () => {
  test("for what is unknown, malformed or another account's", async () => {
    const other = await paymentIn((await testAccount()).caller, "capturable");
    for (const id of [newId(new Date()), "nonsense", other.id]) {
      expect(refusalIn(await capture({ id }))).toEqual(NOT_FOUND);
    }
    expect((await readPayment(other)).status).toBe("capturable");
  });

  test.each(["created", "started", "submitted", "success", "failed", "cancelled", "error"] as const)(
    "for a payment that is %s; nothing is asked of its bank",
    async (status) => {
      expect(await refusalOf(await paymentIn(caller, status))).toEqual(NOT_CAPTURABLE);
    },
  );

  test("for one that is delayed but not confirmed yet, and for one that is captured already", async () => {
    expect(await refusalOf(await paymentIn(caller, "submitted", { delayed_capture: true }))).toEqual(
      NOT_CAPTURABLE,
    );
    const payment = await paymentIn(caller, "capturable");
    await capture(payment);
    await settleBackground();
    expect(await refusalOf(payment)).toEqual(NOT_CAPTURABLE);
  });

  test("beyond the limit of captures a second, which counts captures alone", async () => {
    const of = await testAccount({ capturePerSecond: 1 });
    const [first, second] = [
      await paymentIn(of.caller, "capturable"),
      await paymentIn(of.caller, "capturable"),
    ];
    const third = await testPayment(of.caller);
    const answers = await Promise.all([
      capture(first, of.key),
      capture(second, of.key),
      api.send("POST", `/v1/payments/${third.id}/cancel`, { key: of.key }),
    ]);
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([204, 429]);
    expect(answers[2]?.status).toBe(204);
  });

  test("for nothing that has no case here", () => {
    expect(Object.keys(OPERATIONS.capturePayment.refusals).sort()).toEqual(["notCapturable", "notFound"]);
  });
});
