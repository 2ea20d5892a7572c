import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgreementResource } from "@/contract/agreement";
import type { PaymentEvents, PaymentResource } from "@/contract/payment-resource";
import { database } from "@/db/client";
import { agreements, paymentInstruments, pspOperations, sandboxPayments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import type { Agreement } from "@/domain/agreements/agreement";
import {
  activeAgreement,
  cardsAtTheBank,
  readAgreement,
  SAVED_CARDS,
  savedCards,
  setUp,
  testAgreement,
  untakenPayment,
} from "@/domain/agreements/test-agreement";
import { settleBackground } from "@/domain/background";
import type { ServiceCaller } from "@/domain/caller";
import { DUE_WORK } from "@/domain/due-work";
import { leaseFrom, operationOf } from "@/domain/operations/operation";
import { cancelByPayer } from "@/domain/payments/cancel-by-payer";
import type { Payment } from "@/domain/payments/payment";
import { takeDuePayments } from "@/domain/payments/take-due-payments";
import {
  aged,
  answeredCard,
  effectsOn,
  moved,
  opened,
  operationsOn,
  readPayment,
  statusesOf,
  testPayment,
  TEST_NUMBERS,
  write,
} from "@/domain/payments/test-payment";
import { serveApi, type TestApi } from "../test-api";

const MINUTE = 60_000;

let api: TestApi;
let caller: ServiceCaller;
let key: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  // The clock does whatever is due: here it is to find this suite's work alone.
  drop = await ownTestDatabase();
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => {
  await api.close();
  await drop();
});

const create = async (agreement: Agreement, more: object = {}) =>
  api.post<PaymentResource>(
    "/v1/payments",
    {
      amount: 1200,
      reference: "REC-1",
      description: "Rent",
      authorisation_mode: "agreement",
      agreement_id: agreement.id,
      ...more,
    },
    { key },
  );
const read = async (id: string) => (await api.get<PaymentResource>(`/v1/payments/${id}`, { key })).body;
const readAgreementOf = async ({ id }: Agreement) =>
  (await api.get<AgreementResource>(`/v1/agreements/${id}`, { key })).body;

/** A payment by the agreement, once its bank has answered. */
async function taken(agreement: Agreement): Promise<PaymentResource> {
  const answer = await create(agreement);
  expect(answer.status).toBe(201);
  await settleBackground();
  return read(answer.body.payment_id);
}

const keyOf = ({ payment_id: id }: PaymentResource) => ({ serviceId: caller.account.serviceId, id });
const runDueWork = async (now: Date) => {
  for (const work of Object.values(DUE_WORK)) await work(now);
  await settleBackground();
};

describe("a payment by an agreement", () => {
  test("is created, and its saved card charged at once in the background", async () => {
    const agreement = await activeAgreement(caller);
    const answer = await create(agreement);
    expect(answer.status).toBe(201);
    const { payment_id, created_date: _, _links, ...rest } = answer.body;
    expect(rest).toEqual({
      amount: 1200,
      reference: "REC-1",
      description: "Rent",
      language: "en",
      state: { status: "created", finished: false },
      payment_provider: "sandbox",
      agreement_id: agreement.id,
      agreement_payment_type: "recurring",
      authorisation_mode: "agreement",
      delayed_capture: false,
      moto: false,
      refund_summary: { status: "pending", amount_available: 1200, amount_submitted: 0 },
      settlement_summary: {},
    });
    expect(Object.keys(_links).sort()).toEqual(["cancel", "events", "refunds", "self"]);
    expect(_links.cancel).toBeNull();

    await settleBackground();
    const paid = await read(payment_id);
    expect(paid).toMatchObject({
      state: { status: "success", finished: true },
      card_details: {
        card_brand: "Visa",
        last_digits_card_number: 1111,
        cardholder_name: "Jean Pâyer",
        expiry_date: "04/31",
      },
      refund_summary: { status: "available" },
      settlement_summary: { captured_date: new Date().toISOString().slice(0, 10) },
    });
    expect(paid.state).not.toHaveProperty("can_retry");
    expect(paid.provider_id).toBeTypeOf("string");
    expect(await effectsOn({ id: payment_id })).toEqual(["authoriseSavedCard", "capture"]);
    const { events } = (await api.get<PaymentEvents>(`/v1/payments/${payment_id}/events`, { key })).body;
    expect(events.map(({ state }) => state.status)).toEqual(["created", "submitted", "success"]);
    expect((await readAgreementOf(agreement)).status).toBe("active");
  });

  test("can be refunded as any other", async () => {
    const paid = await taken(await activeAgreement(caller));
    const body = { amount: 1200, refund_amount_available: 1200 };
    const answer = await api.post(`/v1/payments/${paid.payment_id}/refunds`, body, { key });
    expect(answer).toMatchObject({ status: 202, body: { status: "success" } });
  });

  test.each(["instalment", "recurring", "unscheduled"])("may be an %s one", async (type) => {
    const agreement = await activeAgreement(caller);
    const answer = await create(agreement, { agreement_payment_type: type });
    expect(answer.body.agreement_payment_type).toBe(type);
    await settleBackground();
  });

  test("is replayed by its Idempotency-Key, and charged once", async () => {
    const agreement = await activeAgreement(caller);
    const body = {
      amount: 1,
      reference: "R",
      description: "D",
      authorisation_mode: "agreement",
      agreement_id: agreement.id,
    };
    const sent = { key, headers: { "Idempotency-Key": "recurring-1" } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => api.post<PaymentResource>("/v1/payments", body, sent)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    await settleBackground();
    expect(await effectsOn({ id: answers[0]?.body.payment_id ?? "" })).toEqual([
      "authoriseSavedCard",
      "capture",
    ]);
    expect((await api.post<PaymentResource>("/v1/payments", body, sent)).body.state.status).toBe("success");
  });

  test("declined for now says that it can be tried again, and its agreement stays active", async () => {
    const agreement = await activeAgreement(caller, SAVED_CARDS.refusedForNow);
    const failed = await taken(agreement);
    expect(failed.state).toEqual({
      status: "failed",
      finished: true,
      code: "P0010",
      message: "Payment method rejected",
      can_retry: true,
    });
    expect(await statusesOf(keyOf(failed))).toEqual(["created", "submitted", "failed"]);
    expect((await readAgreementOf(agreement)).status).toBe("active");
    expect((await create(agreement)).status).toBe(201);
    await settleBackground();
  });

  test("declined for good says so, and its agreement becomes inactive and takes no more", async () => {
    const agreement = await activeAgreement(caller, SAVED_CARDS.refusedForGood);
    const failed = await taken(agreement);
    expect(failed.state).toMatchObject({ status: "failed", code: "P0010", can_retry: false });
    const { events } = (await api.get<PaymentEvents>(`/v1/payments/${failed.payment_id}/events`, { key }))
      .body;
    expect(events.at(-1)?.state).toEqual(failed.state);
    const after = await readAgreementOf(agreement);
    expect(after.status).toBe("inactive");
    expect(after).not.toHaveProperty("cancelled_date");
    expect((await create(agreement)).body).toMatchObject({ code: "P0102", field: "agreement_id" });
  });

  test("that its provider cannot process is an error, without can_retry, and the agreement stays", async () => {
    const agreement = await activeAgreement(caller);
    const payment = await untakenPayment(caller, agreement);
    // The sandbox has this payment on its books already, as one it could not process.
    await database()
      .insert(sandboxPayments)
      .values({
        paymentId: payment.id,
        accountId: caller.account.id,
        providerId: `broken ${payment.id}`,
        createdAt: new Date(),
        state: "error",
        amount: 1200,
        lastFour: "1111",
        behaviour: "processingError",
      });
    await database().execute(
      `insert into sandbox_operations (operation_key, kind, payment_id, amount, outcome, happened_at) values ('authoriseSavedCard:${payment.id}', 'authoriseSavedCard', '${payment.id}', 1200, '{"is":"error","reason":"processing_error"}', now())`,
    );
    await takeDuePayments(new Date(), payment);
    const { state } = await read(payment.id);
    expect(state).toEqual({
      status: "error",
      finished: true,
      code: "P0050",
      message: "Payment provider returned an error",
    });
    expect((await readAgreementOf(agreement)).status).toBe("active");
  });

  test("whose card is gone at the bank is declined for good", async () => {
    const agreement = await activeAgreement(caller);
    const { paymentInstrumentId } = await readAgreement(agreement);
    await database()
      .update(paymentInstruments)
      .set({ savedCard: null })
      .where(eq(paymentInstruments.id, paymentInstrumentId ?? ""));
    const failed = await taken(agreement);
    expect(failed.state).toMatchObject({ status: "failed", can_retry: false });
    expect((await readAgreementOf(agreement)).status).toBe("inactive");
  });
});

describe("a restart", () => {
  test("right after the creation only delays the charge", async () => {
    const payment = await untakenPayment(caller, await activeAgreement(caller));
    await runDueWork(new Date());
    expect(await readPayment(payment)).toMatchObject({ status: "success", takeDueAt: null });
    expect(await statusesOf(payment)).toEqual(["created", "submitted", "success"]);
    await runDueWork(new Date(Date.now() + MINUTE));
    expect(await effectsOn(payment)).toEqual(["authoriseSavedCard", "capture"]);
  });

  test.each([
    ["before the bank was reached", false],
    ["after the bank had charged the card", true],
  ])("%s: the clock finds out, and it is charged once", async (_, reached) => {
    const payment = await untakenPayment(caller, await activeAgreement(caller));
    const askedAt = new Date(Date.now() - MINUTE);
    // As a dead process would leave it: claimed, and perhaps asked, but not recorded.
    await moved(payment, "takeSavedCard");
    const [agreement] = await database()
      .select()
      .from(agreements)
      .where(eq(agreements.id, payment.agreementId ?? ""));
    await write(payment, {
      takeDueAt: null,
      savedInstrumentId: agreement?.paymentInstrumentId ?? null,
      cardBrand: "visa",
      cardType: "credit",
      firstDigits: "444433",
      lastDigits: "1111",
      cardExpiry: "04/31",
      cardholderName: "Jean Payer",
    });
    const operation = operationOf(payment, "authoriseSavedCard");
    await database()
      .insert(pspOperations)
      .values({ ...operation, state: "asked", askedAt, leaseUntil: leaseFrom(askedAt) });
    if (reached) await chargeAtTheBank(payment);
    expect((await read(payment.id)).state.status).toBe("submitted");
    await runDueWork(new Date());
    expect((await read(payment.id)).state).toEqual({ status: "success", finished: true });
    expect(await statusesOf(payment)).toEqual(["created", "submitted", "success"]);
    await runDueWork(new Date(Date.now() + MINUTE));
    expect(await effectsOn(payment)).toEqual(["authoriseSavedCard", "capture"]);
    expect((await operationsOn(payment)).authoriseSavedCard).toMatchObject({ state: "answered" });
  });

  test("of five instances charges it once", async () => {
    const payment = await untakenPayment(caller, await activeAgreement(caller));
    await Promise.all(Array.from({ length: 5 }, async () => takeDuePayments(new Date())));
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authoriseSavedCard", "capture"]);
  });

  test("after 90 minutes finds the payment expired, and charges nothing", async () => {
    const payment = await untakenPayment(caller, await activeAgreement(caller));
    await aged(payment, 90 * MINUTE);
    await runDueWork(new Date());
    expect((await read(payment.id)).state).toMatchObject({ status: "failed", code: "P0020" });
    expect(await effectsOn(payment)).toEqual([]);
    expect(await readPayment(payment)).toMatchObject({ takeDueAt: null });
  });
});

async function chargeAtTheBank(payment: Payment): Promise<void> {
  const { askForSavedCard } = await import("@/domain/payments/take-due-payments");
  const operation = operationOf(payment, "authoriseSavedCard");
  await askForSavedCard(operation, await readPayment(payment), caller.account);
}

describe("a payment that sets an agreement up", () => {
  test("says which, and how it will be used; the agreement waits for the payer to confirm", async () => {
    const agreement = await testAgreement(caller);
    const body = {
      amount: 1200,
      reference: "R",
      description: "D",
      return_url: "https://service.example/",
      set_up_agreement: agreement.id,
    };
    const answer = await api.post<PaymentResource>("/v1/payments", body, { key });
    expect(answer.body).toMatchObject({
      set_up_agreement: agreement.id,
      agreement_payment_type: "recurring",
      authorisation_mode: "web",
    });
    expect(answer.body).not.toHaveProperty("agreement_id");
    const payment = await readPayment({ serviceId: caller.account.serviceId, id: answer.body.payment_id });
    await answeredCard(await opened(payment), caller);
    expect(await readAgreementOf(agreement)).toEqual({
      agreement_id: agreement.id,
      reference: "AGR-1",
      description: "Allotment rent",
      status: "created",
      created_date: agreement.createdAt.toISOString(),
    });
  });

  test("makes it active at Confirm, with delayed capture too", async () => {
    const agreement = await testAgreement(caller);
    const payment = await opened(
      await testPayment(caller, { set_up_agreement: agreement.id, delayed_capture: true }),
    );
    const { confirmPayment } = await import("@/domain/payments/confirm-payment");
    await confirmPayment(await answeredCard(payment, caller), new Date());
    expect((await readPayment(payment)).status).toBe("capturable");
    expect((await readAgreementOf(agreement)).status).toBe("active");
    expect((await taken(agreement)).state.status).toBe("success");
  });

  test.each<[string, (payment: Payment) => Promise<unknown>]>([
    ["declined", async (payment) => answeredCard(payment, caller, TEST_NUMBERS.declined)],
    ["faulty", async (payment) => answeredCard(payment, caller, TEST_NUMBERS.faulty)],
    [
      "cancelled by the payer",
      async (payment) => cancelByPayer(await answeredCard(payment, caller), new Date()),
    ],
    [
      "cancelled by the service",
      async (payment) => {
        await answeredCard(payment, caller);
        await api.send("POST", `/v1/payments/${payment.id}/cancel`, { key });
      },
    ],
    [
      "expired",
      async (payment) => {
        await aged(await answeredCard(payment, caller), 90 * MINUTE);
        await read(payment.id);
      },
    ],
  ])("and is %s saves nothing", async (_, end) => {
    const of = { agreement: await testAgreement(caller), cards: await cardsAtTheBank(caller) };
    const payment = await opened(await testPayment(caller, { set_up_agreement: of.agreement.id }));
    await end(payment);
    await settleBackground();
    await runDueWork(new Date(Date.now() + MINUTE));
    expect((await readAgreementOf(of.agreement)).status).toBe("created");
    expect(await readAgreementOf(of.agreement)).not.toHaveProperty("payment_instrument");
    expect(await cardsAtTheBank(caller)).toEqual(of.cards);
    const kept = await savedCards(caller);
    expect(
      kept.filter(({ savedCard, createdAt }) => savedCard !== null && createdAt > payment.createdAt),
    ).toEqual([]);
  });

  test("again replaces the card, and the older one is deleted at the bank", async () => {
    const of = await testAccount();
    const agreement = await activeAgreement(of.caller);
    await setUp(of.caller, agreement, "5200828282828210");
    const answer = await api.get<AgreementResource>(`/v1/agreements/${agreement.id}`, { key: of.key });
    expect(answer.body).toMatchObject({
      status: "active",
      payment_instrument: { card_details: { card_brand: "master-card", last_digits_card_number: 8210 } },
    });
    expect(await cardsAtTheBank(of.caller)).toEqual(["8210"]);
    const [older, newer] = await savedCards(of.caller);
    expect(older).toMatchObject({ lastDigits: "1111", savedCard: null, deletionDueAt: null });
    expect(newer).toMatchObject({ lastDigits: "8210", deletedAt: null });
  });

  test("reactivates a cancelled agreement, whose cancelled_date goes", async () => {
    const agreement = await activeAgreement(caller);
    await api.send("POST", `/v1/agreements/${agreement.id}/cancel`, { key });
    await settleBackground();
    await setUp(caller, agreement);
    const after = await readAgreementOf(agreement);
    expect(after.status).toBe("active");
    expect(after).not.toHaveProperty("cancelled_date");
    expect((await taken(agreement)).state.status).toBe("success");
  });

  test("sets an inactive agreement up again, with the new card", async () => {
    const agreement = await activeAgreement(caller, SAVED_CARDS.refusedForGood);
    await taken(agreement);
    expect((await readAgreementOf(agreement)).status).toBe("inactive");
    await setUp(caller, agreement, SAVED_CARDS.good);
    expect((await readAgreementOf(agreement)).status).toBe("active");
    expect((await taken(agreement)).state.status).toBe("success");
  });

  test("that fails leaves an active agreement with the card it had", async () => {
    const of = await testAccount();
    const agreement = await activeAgreement(of.caller);
    const payment = await opened(await testPayment(of.caller, { set_up_agreement: agreement.id }));
    await cancelByPayer(await answeredCard(payment, of.caller, "5200828282828210"), new Date());
    await settleBackground();
    await runDueWork(new Date(Date.now() + MINUTE));
    expect(await cardsAtTheBank(of.caller)).toEqual(["1111"]);
    expect((await readAgreement(agreement)).status).toBe("active");
  });

  test("and is cancelled after it was confirmed leaves the card saved", async () => {
    const agreement = await testAgreement(caller);
    const payment = await testPayment(caller, { set_up_agreement: agreement.id, delayed_capture: true });
    const { confirmPayment } = await import("@/domain/payments/confirm-payment");
    await confirmPayment(await answeredCard(await opened(payment), caller), new Date());
    await api.send("POST", `/v1/payments/${payment.id}/cancel`, { key });
    await settleBackground();
    expect((await readAgreementOf(agreement)).status).toBe("active");
  });
});
