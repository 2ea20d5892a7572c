import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { WebhookMessage } from "@/contract/webhook";
import { database } from "@/db/client";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import { SAVED_CARDS, setUp, testAgreement } from "@/domain/agreements/test-agreement";
import { settleBackground } from "@/domain/background";
import { recordDispute } from "@/domain/disputes/record-dispute";
import { expireDuePayments } from "@/domain/payments/expire-payment";
import { paymentToken } from "@/domain/payments/payment-token";
import { aged, paymentIn, testPayment } from "@/domain/payments/test-payment";
import { testReceiver, type TestReceiver } from "@/domain/webhooks/test-receiver";
import { letTimePass, messagesOf, testWebhook } from "@/domain/webhooks/test-webhook";
import { serveApi, spawnApi, type TestApi } from "./test-api";

let api: TestApi;
let drop: () => Promise<void>;
let receiver: TestReceiver;
let of: Awaited<ReturnType<typeof testAccount>>;

beforeAll(async () => {
  drop = await ownTestDatabase();
  api = await serveApi();
});
afterAll(async () => {
  await api.close();
  await drop();
});
beforeEach(async () => {
  receiver = await testReceiver();
  of = await testAccount();
  await testWebhook(of.account, receiver.url);
});
afterEach(async () => receiver.close());

const read = async (path: string) => {
  await settleBackground();
  const { _links, ...resource } = (await api.get<PaymentResource>(path, { key: of.key })).body;
  return resource;
};
/** The message of an event; it comes once. */
async function toldOf(event: string): Promise<WebhookMessage> {
  await settleBackground();
  const [message, ...more] = receiver.received
    .map(({ message: one }) => one)
    .filter((one) => one.event_type === event);
  expect(more).toEqual([]);
  return WebhookMessage.parse(message);
}

describe("callers are told", () => {
  test("of each step of a payment, with the payment as it was at that step", async () => {
    const payment = await paymentIn(of.caller, "success");
    const captured = await read(`/v1/payments/${payment.id}`);
    await api.post(
      `/v1/payments/${payment.id}/refunds`,
      { amount: 500, refund_amount_available: 1200 },
      { key: of.key },
    );
    expect(await toldOf("card_payment_started")).toMatchObject({
      api_version: 1,
      resource_type: "payment",
      resource_id: payment.id,
      resource: { payment_id: payment.id, state: { status: "started", finished: false } },
    });
    const succeeded = await toldOf("card_payment_succeeded");
    expect(succeeded.resource).toMatchObject({ state: { status: "success" }, settlement_summary: {} });
    expect((await toldOf("card_payment_captured")).resource).toEqual(captured);
    const refunded = (await toldOf("card_payment_refunded")).resource;
    expect(refunded).toEqual(await read(`/v1/payments/${payment.id}`));
    expect(refunded.refund_summary).toMatchObject({ amount_submitted: 500 });
    expect(receiver.events()).toHaveLength(4);
    expect(receiver.received.filter(({ raw }) => raw.includes("_links"))).toEqual([]);
  });

  test.each([
    ["failed", "P0030"],
    ["cancelled", "P0040"],
    ["error", "P0050"],
  ] as const)("of a payment that has %s", async (status, code) => {
    await paymentIn(of.caller, status);
    expect((await toldOf("card_payment_failed")).resource.state).toMatchObject({ status, code });
  });

  test("of a payment that ran out of time", async () => {
    await aged(await testPayment(of.caller), 91 * 60_000);
    await expireDuePayments(new Date());
    expect((await toldOf("card_payment_expired")).resource.state).toMatchObject({ code: "P0020" });
    expect(receiver.events()).toEqual(["card_payment_expired"]);
  });

  test("of an agreement's card that came, was refused for good, or was cancelled", async () => {
    const agreement = await testAgreement(of.caller);
    await setUp(of.caller, agreement, SAVED_CARDS.refusedForGood);
    const path = `/v1/agreements/${agreement.id}`;
    expect((await toldOf("agreement_activated")).resource).toEqual(await read(path));
    const body = { amount: 100, reference: "R", description: "D", authorisation_mode: "agreement" };
    await api.post("/v1/payments", { ...body, agreement_id: agreement.id }, { key: of.key });
    expect((await toldOf("agreement_inactivated")).resource).toEqual(await read(path));
    const other = await testAgreement(of.caller);
    await setUp(of.caller, other);
    await api.post(`/v1/agreements/${other.id}/cancel`, undefined, { key: of.key });
    expect((await toldOf("agreement_cancelled")).resource).toEqual(await read(`/v1/agreements/${other.id}`));
  });
});

test("callers are told of a dispute, of its opening and of its end", async () => {
  const payment = await paymentIn(of.caller, "success");
  const opened = new Date("2026-03-01T09:00:00.000Z");
  for (const status of ["needs_response", "under_review", "lost"] as const) {
    await database().transaction((transaction) =>
      recordDispute(transaction, payment, {
        type: "dispute",
        dedupeKey: status,
        happenedAt: opened,
        disputeProviderId: `dp_${payment.id}`,
        paymentId: payment.id,
        status,
        amount: payment.amount,
        reason: "fraudulent",
        createdAt: opened,
        feePence: 1500,
      }),
    );
  }
  expect((await toldOf("dispute_created")).resource).toMatchObject({ status: "needs_response" });
  expect((await toldOf("dispute_under_review")).resource).toMatchObject({ status: "under_review" });
  const lost = await toldOf("dispute_lost");
  expect(lost).toMatchObject({
    created_date: opened.toISOString(),
    resource_type: "dispute",
    resource: { payment_id: payment.id, status: "lost", fee: 1500, net_amount: -2700 },
  });
  expect(lost.resource).not.toHaveProperty("_links");
});

test("an instance killed while it delivers takes no message with it", async () => {
  const { account, caller } = await testAccount();
  // It reads messages and never answers: the instance is in the middle of sending when it is killed.
  receiver.behave(() => {});
  const { webhook } = await testWebhook(account, receiver.url, ["card_payment_started"]);
  const instance = await spawnApi();
  const { pid } = (await instance.send<{ pid: number }>("POST", "/process")).body;
  await instance.send("POST", `/start/${paymentToken("next url", await testPayment(caller))}`);
  while (receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  process.kill(pid, "SIGKILL");
  expect(await messagesOf(webhook)).toMatchObject([{ tries: 0, deliveredAt: null }]);
  receiver.behave((response) => response.end());
  await letTimePass(webhook);
  await api.send("POST", "/work/deliver-webhook-messages");
  expect(await messagesOf(webhook)).toMatchObject([{ tries: 1, dueAt: null }]);
  expect(receiver.events()).toEqual(["card_payment_started", "card_payment_started"]);
}, 30_000);
