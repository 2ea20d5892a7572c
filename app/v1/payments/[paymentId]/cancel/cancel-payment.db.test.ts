import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { OPERATIONS } from "@/contract/operations";
import { testAccount } from "@/domain/accounts/test-account";
import { activeAgreement, SAVED_CARDS, untakenPayment } from "@/domain/agreements/test-agreement";
import { settleBackground } from "@/domain/background";
import type { ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import type { Payment } from "@/domain/payments/payment";
import { takeDuePayments } from "@/domain/payments/take-due-payments";
import {
  aged,
  effectsOn,
  paymentIn,
  readPayment,
  statusesOf,
  testPayment,
  whileTheBankThinks,
} from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../../../test-api";

const NOT_FOUND = { status: 404, code: "P0500", description: "Not found" };
const FAILED = { status: 400, code: "P0501", description: "Cancellation of payment failed" };
const DONE = { status: 409, code: "P0502", description: "The payment can no longer be cancelled" };
const MINUTE = 60_000;

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const cancel = async ({ id }: { id: string }, withKey = key) =>
  api.send("POST", `/v1/payments/${id}/cancel`, { key: withKey });
const read = async ({ id }: Payment) => (await api.get<PaymentResource>(`/v1/payments/${id}`, { key })).body;

/** What cancelling is refused with; nothing may have changed. */
async function refusalOf(payment: Payment): Promise<object> {
  const [before, events] = [await readPayment(payment), await statusesOf(payment)];
  const refusal = refusalIn(await cancel(payment));
  expect(await readPayment(payment)).toEqual(before);
  expect(await statusesOf(payment)).toEqual(events);
  return refusal;
}

describe("a payment that is cancelled", () => {
  test.each(["created", "started", "submitted", "capturable"] as const)(
    "may be %s: 204 without a body, and its state says who ended it",
    async (status) => {
      const payment = await paymentIn(caller, status);
      expect(await read(payment)).toMatchObject({ _links: { cancel: { method: "POST" } } });
      expect(await cancel(payment)).toMatchObject({ status: 204, text: "" });
      expect(await read(payment)).toMatchObject({
        state: {
          status: "cancelled",
          finished: true,
          code: "P0040",
          message: "Payment was cancelled by the service",
        },
        refund_summary: { status: "unavailable", amount_available: 1200, amount_submitted: 0 },
        _links: { cancel: null },
      });
      expect((await statusesOf(payment)).slice(-2)).toEqual([status, "cancelled"]);
    },
  );

  test.each(["submitted", "capturable"] as const)(
    "and was %s has released what its bank held, once",
    async (status) => {
      const payment = await paymentIn(caller, status);
      await cancel(payment);
      await settleBackground();
      expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
      expect(await readPayment(payment)).toMatchObject({ voidDueAt: null, captureDueAt: null });
    },
  );

  test.each(["created", "started"] as const)("and was %s has nothing to release", async (status) => {
    const payment = await paymentIn(caller, status);
    await cancel(payment);
    await settleBackground();
    expect(await effectsOn(payment)).toEqual([]);
    expect(await readPayment(payment)).toMatchObject({ voidDueAt: null, voidedAt: null });
  });

  test("may be a telephone order that waits for its card", async () => {
    const payment = await testPayment(caller, { authorisation_mode: "moto_api" });
    expect((await cancel(payment)).status).toBe(204);
    expect((await read(payment))._links).not.toHaveProperty("auth_url_post");
  });

  test("is cancelled by one of ten at once; the others are told that it is done", async () => {
    const payment = await paymentIn(caller, "submitted");
    const answers = await Promise.all(Array.from({ length: 10 }, async () => cancel(payment)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(409)]);
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
  });
});

describe("cancelling is refused", () => {
  test("for what is unknown, malformed or another account's", async () => {
    const other = await testPayment((await testAccount()).caller);
    for (const id of [newId(new Date()), "nonsense", "%00", other.id, other.id.toUpperCase()]) {
      expect(refusalIn(await cancel({ id }))).toEqual(NOT_FOUND);
    }
    expect((await readPayment(other)).status).toBe("created");
  });

  test.each([
    ["success", DONE],
    ["cancelled", DONE],
    ["failed", FAILED],
    ["error", FAILED],
  ] as const)("for a payment that is %s", async (status, refusal) => {
    expect(await refusalOf(await paymentIn(caller, status))).toEqual(refusal);
  });

  test.each(["created", "started", "submitted"] as const)(
    "for a payment that was %s for 90 minutes, which has expired",
    async (status) => {
      const payment = await paymentIn(caller, status);
      await aged(payment, 90 * MINUTE);
      expect(refusalIn(await cancel(payment))).toEqual(FAILED);
      expect((await read(payment)).state).toMatchObject({ status: "failed", code: "P0020" });
    },
  );

  test("for a payment that was capturable for 120 hours", async () => {
    const payment = await paymentIn(caller, "capturable");
    await aged(payment, 120 * 60 * MINUTE);
    expect(refusalIn(await cancel(payment))).toEqual(FAILED);
    expect((await read(payment)).state).toMatchObject({ status: "failed", code: "P0020" });
  });

  test("for a payment by an agreement, whatever its status; a taken one is done", async () => {
    const payment = await untakenPayment(caller, await activeAgreement(caller));
    expect((await read(payment))._links.cancel).toBeNull();
    expect(await refusalOf(payment)).toEqual(FAILED);
    await whileTheBankThinks(payment, async () => {
      const taking = takeDuePayments(new Date(), payment);
      await expect.poll(async () => (await readPayment(payment)).status).toBe("submitted");
      expect(await refusalOf(payment)).toEqual(FAILED);
      // Ends once the sandbox goes on.
      void taking.catch(() => {});
    });
    await expect.poll(async () => (await readPayment(payment)).status).toBe("success");
    expect(refusalIn(await cancel(payment))).toEqual(DONE);

    const declined = await untakenPayment(caller, await activeAgreement(caller, SAVED_CARDS.refusedForNow));
    await takeDuePayments(new Date(), declined);
    expect(await refusalOf(declined)).toEqual(FAILED);
  });

  test("without a key, and beyond the limit of other posts a second", async () => {
    const payment = await testPayment(caller);
    expect(refusalIn(await api.send("POST", `/v1/payments/${payment.id}/cancel`))).toMatchObject({
      status: 401,
    });
    const of = await testAccount({ otherPostPerSecond: 1 });
    const [first, second] = [await testPayment(of.caller), await testPayment(of.caller)];
    const answers = await Promise.all([cancel(first, of.key), cancel(second, of.key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 429]);
  });

  test("for nothing that has no case here", () => {
    expect(Object.keys(OPERATIONS.cancelPayment.refusals).sort()).toEqual([
      "alreadyDone",
      "notCancellable",
      "notFound",
    ]);
  });
});

describe("a body", () => {
  test("is not needed, and may be an empty one of any kind", async () => {
    for (const sent of [{ text: "" }, { text: "{}", headers: { "Content-Type": "application/json" } }]) {
      const { id } = await testPayment(caller);
      expect((await api.send("POST", `/v1/payments/${id}/cancel`, { key, ...sent })).status).toBe(204);
    }
  });

  test("that the firewall would stop elsewhere is stopped here too", async () => {
    const payment = await testPayment(caller);
    for (const [type, text] of [
      ["text/plain", "{}"],
      ["application/json", '{"why":"<"}'],
      ["application/json", '{"|":1}'],
    ] as const) {
      const answer = await api.send("POST", `/v1/payments/${payment.id}/cancel`, {
        key,
        text,
        headers: { "Content-Type": type },
      });
      expect(refusalIn(answer)).toMatchObject({ status: 400, code: "P0920" });
    }
    expect((await readPayment(payment)).status).toBe("created");
  });
});
