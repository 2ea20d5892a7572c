import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PaymentEvents } from "@/contract/payment-resource";
import { STATE_MESSAGES } from "@/contract/states";
import { testAccount } from "@/domain/accounts/test-account";
import type { ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import type { Payment } from "@/domain/payments/payment";
import {
  aged,
  answeredCard,
  moved,
  opened,
  paymentIn,
  TEST_NUMBERS,
  testPayment,
} from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../../../test-api";

const NOT_FOUND = { status: 404, code: "P0300", description: "Not found" };

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

async function eventsOf({ id }: Payment): Promise<PaymentEvents> {
  const answer = await api.get(`/v1/payments/${id}/events`, { key });
  expect(answer.status).toBe(200);
  return PaymentEvents.strict().parse(answer.body);
}

const statesOf = async (payment: Payment) =>
  (await eventsOf(payment)).events.map(({ state }) => [state.status, state.code].filter(Boolean).join(" "));

describe("a payment's events", () => {
  test("are its milestones, oldest first, in the specification's shape", async () => {
    const payment = await paymentIn(caller, "success");
    const { payment_id, events, _links } = await eventsOf(payment);
    const self = `http://localhost:3000/v1/payments/${payment.id}`;
    expect(payment_id).toBe(payment.id);
    expect(_links).toEqual({ self: { href: `${self}/events`, method: "GET" } });
    expect(events.map(({ state }) => state)).toEqual([
      { status: "created", finished: false },
      { status: "started", finished: false },
      { status: "submitted", finished: false },
      { status: "success", finished: true },
    ]);
    for (const event of events) {
      expect(Object.keys(event).sort()).toEqual(["_links", "payment_id", "state", "updated"]);
      expect(event.payment_id).toBe(payment.id);
      expect(event._links).toEqual({ payment_url: { href: self, method: "GET" } });
      expect(event.updated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
    }
    const times = events.map(({ updated }) => updated);
    expect(times.toSorted()).toEqual(times);
    expect(times[0]).toBe(payment.createdAt.toISOString());
  });

  test("say why where the payment ended without success", async () => {
    const cancelled = await paymentIn(caller, "cancelled");
    expect((await eventsOf(cancelled)).events.at(-1)?.state).toEqual({
      status: "cancelled",
      finished: true,
      code: "P0040",
      message: STATE_MESSAGES.P0040,
    });
  });

  test("of a delayed capture have capturable before success", async () => {
    const payment = await moved(await paymentIn(caller, "capturable"), "capture");
    expect(await statesOf(payment)).toEqual(["created", "started", "submitted", "capturable", "success"]);
  });

  test("of a telephone order have no started", async () => {
    const payment = await testPayment(caller, { authorisation_mode: "moto_api" });
    await moved(payment, "decline");
    expect(await statesOf(payment)).toEqual(["created", "failed P0010"]);
  });

  test.each([
    ["declined", TEST_NUMBERS.declined, "failed P0010"],
    ["faulty", TEST_NUMBERS.faulty, "error P0050"],
  ])("of a card that is %s end there", async (_, number, end) => {
    const payment = await answeredCard(await opened(await testPayment(caller)), caller, number);
    expect(await statesOf(payment)).toEqual(["created", "started", end]);
  });

  test("have one entry per change: opening the page again is none", async () => {
    const payment = await opened(await opened(await opened(await testPayment(caller))));
    expect(await statesOf(payment)).toEqual(["created", "started"]);
  });

  test("have the expiry that this very read brings about", async () => {
    const payment = await testPayment(caller);
    await aged(payment, 90 * 60_000);
    expect(await statesOf(payment)).toEqual(["created", "failed P0020"]);
  });

  test("of an unknown, malformed or another account's payment are not found", async () => {
    const other = await testPayment((await testAccount()).caller);
    for (const id of [newId(new Date()), "nonsense", other.id]) {
      expect(refusalIn(await api.get(`/v1/payments/${id}/events`, { key }))).toEqual(NOT_FOUND);
    }
  });
});
