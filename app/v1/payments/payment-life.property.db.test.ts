import { eq } from "drizzle-orm";
import * as fc from "fast-check";
import { assert } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentEvents, PaymentResource } from "@/contract/payment-resource";
import type { PaymentRefunds } from "@/contract/refund";
import type { AgreementStatus, PaymentStatus } from "@/contract/states";
import { database } from "@/db/client";
import { payments, sandboxOperations, sandboxPayments } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { testAgreement } from "@/domain/agreements/test-agreement";
import { settleBackground } from "@/domain/background";
import { cancelByPayer } from "@/domain/payments/cancel-by-payer";
import { completeThreeDSecure } from "@/domain/payments/complete-three-d-secure";
import { confirmPayment } from "@/domain/payments/confirm-payment";
import { startPayment } from "@/domain/payments/start-payment";
import { submitCard } from "@/domain/payments/submit-card";
import { aged, readPayment, testCard } from "@/domain/payments/test-payment";
import { paymentToken } from "@/domain/payments/payment-token";
import { voidDuePayments } from "@/domain/payments/void-due-payments";
import { isRefused } from "@/domain/refused";
import { answerChallenge } from "@/psp/sandbox/bank";
import { serveApi, type TestApi } from "../test-api";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Cards, with what their bank says to the payer and to a later payment without them. */
const CARDS = {
  good: "4444333322221111",
  declined: "4000000000000002",
  faulty: "4000000000000119",
  refundsFail: "4000000000005126",
  laterNever: "5105105105105100",
  laterPerhaps: "4000000000000341",
  challenge: "4000002500003155",
} as const;
type Card = keyof typeof CARDS;

/** One payment as it ought to be. */
interface Expected {
  readonly id: string;
  readonly mode: "web" | "moto_api" | "agreement";
  readonly delayed: boolean;
  readonly setsUp: boolean;
  readonly amount: number;
  readonly token: string;
  status: PaymentStatus;
  code?: string;
  canRetry?: boolean;
  age: number;
  card?: Card;
  /** The payer is at their bank. */
  challenged: boolean;
  /** As authorisation_summary tells it. */
  proved: boolean;
  events: string[];
  refunds: { amount: number; status: "success" | "error" }[];
  effects: string[];
}

type Step = { readonly which: number } & (
  | { do: "create"; mode: Expected["mode"]; delayed: boolean; setsUp: boolean; amount: number }
  | { do: "card"; card: Card }
  | { do: "refund"; share: number; of: "part" | "all" | "too much" | "nothing"; stale: number }
  | { do: "age"; by: number }
  | { do: "bank"; answer: "pass" | "fail" | undefined }
  | { do: "open" | "confirm" | "leave" | "cancel" | "capture" | "cancel agreement" | "read" }
);

/** Counted from the newest. */
const which = fc.constantFrom(0, 0, 0, 1, 2);
const create = fc.record({
  do: fc.constant("create" as const),
  which,
  mode: fc.constantFrom<Expected["mode"]>("web", "web", "web", "moto_api", "agreement"),
  delayed: fc.boolean(),
  setsUp: fc.boolean(),
  amount: fc.integer({ min: 1, max: 5000 }),
});
const card = fc.record({
  do: fc.constant("card" as const),
  which,
  card: fc.constantFrom<Card>(
    "good",
    "good",
    "good",
    "challenge",
    "challenge",
    "refundsFail",
    "laterNever",
    "laterPerhaps",
    "declined",
    "faulty",
  ),
});
const refund = fc.record({
  do: fc.constant("refund" as const),
  which,
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  of: fc.constantFrom(
    "part" as const,
    "part" as const,
    "all" as const,
    "too much" as const,
    "nothing" as const,
  ),
  stale: fc.constantFrom(0, 0, 0, 0, 1, -1),
});
const age = fc.record({
  do: fc.constant("age" as const),
  which,
  by: fc.constantFrom(30 * MINUTE, 60 * HOUR),
});
const bank = fc.record({
  do: fc.constant("bank" as const),
  which,
  answer: fc.constantFrom("pass" as const, "pass" as const, "fail" as const, undefined),
});
const plain = fc.record({
  do: fc.constantFrom(
    "open",
    "open",
    "confirm",
    "confirm",
    "leave",
    "cancel",
    "capture",
    "cancel agreement",
    "read",
  ),
  which,
}) as fc.Arbitrary<Step>;
/** A journey as most are; without such, few payments would get far. */
const journey: fc.Arbitrary<Step[]> = fc
  .tuple(create, card, bank)
  .map(([created, used, answered]) => [
    created,
    { do: "open", which: 0 },
    { ...used, which: 0 },
    { ...answered, which: 0 },
    { do: "confirm", which: 0 },
  ]);
const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: journey },
      { weight: 1, arbitrary: create.map((step) => [step]) },
      { weight: 3, arbitrary: card.map((step) => [step]) },
      { weight: 5, arbitrary: refund.map((step) => [step]) },
      { weight: 1, arbitrary: age.map((step) => [step]) },
      { weight: 2, arbitrary: bank.map((step) => [step]) },
      { weight: 6, arbitrary: plain.map((step) => [step]) },
    ),
    { minLength: 5, maxLength: 25, size: "max" },
  )
  .map((pieces) => pieces.flat());

let api: TestApi;
beforeAll(async () => {
  api = await serveApi();
});
afterAll(async () => api.close());

test("whatever callers, payers and time do, a payment is what the model says, and so are its bank's books", async () => {
  await assert(
    fc.asyncProperty(steps, async (all) => {
      const world = await newWorld();
      for (const step of all) {
        const payment = await take(world, step);
        if (payment) await check(world, payment);
      }
      for (const payment of world.payments) {
        await check(world, payment);
        await checkBooks(world, payment);
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);

type World = Awaited<ReturnType<typeof newWorld>>;

async function newWorld() {
  const { account, caller, key } = await testAccount();
  const agreement = await testAgreement(caller);
  const of: { status: AgreementStatus; card?: Card } = { status: "created" };
  return { account, caller, key, agreementId: agreement.id, agreement: of, payments: [] as Expected[] };
}

/** Does one step and tells the model; what is refused must have left everything as it was. */
async function take(world: World, step: Step): Promise<Expected | undefined> {
  if (step.do === "create") return createOne(world, step);
  if (step.do === "cancel agreement") return cancelTheAgreement(world);
  const payment = world.payments.at(-1 - step.which);
  if (!payment) return undefined;
  const key = { serviceId: world.account.serviceId, id: payment.id };
  switch (step.do) {
    case "open": {
      const { tokenGeneration } = await readPayment(key);
      const token = paymentToken("next url", { id: payment.id, tokenGeneration });
      expect(isRefused(await startPayment(token, new Date()))).toBe(payment.mode !== "web");
      if (payment.mode === "web" && payment.status === "created") moveTo(payment, "started");
      return payment;
    }
    case "card":
      await (payment.mode === "moto_api"
        ? sendCard(payment, step.card)
        : typeCard(world, payment, step.card));
      return payment;
    case "confirm": {
      const lawful = payment.mode === "web" && payment.status === "submitted";
      expect(isRefused(await confirmPayment(await readPayment(key), new Date()))).toBe(!lawful);
      if (lawful) {
        moveTo(payment, payment.delayed ? "capturable" : "success");
        if (payment.setsUp && payment.card) world.agreement = { status: "active", card: payment.card };
      }
      return payment;
    }
    case "leave": {
      const lawful =
        payment.status === "started" || (payment.status === "submitted" && payment.mode === "web");
      expect(isRefused(await cancelByPayer(await readPayment(key), new Date()))).toBe(!lawful);
      if (lawful) moveTo(payment, "failed", "P0030");
      return payment;
    }
    case "cancel": {
      const { status } = await api.send("POST", `/v1/payments/${payment.id}/cancel`, { key: world.key });
      expect(status).toBe(statusOfCancelling(payment));
      if (status === 204) moveTo(payment, "cancelled", "P0040");
      return payment;
    }
    case "capture": {
      const { status } = await api.send("POST", `/v1/payments/${payment.id}/capture`, { key: world.key });
      expect(status).toBe(payment.status === "capturable" ? 204 : 409);
      if (status === 204) moveTo(payment, "success");
      return payment;
    }
    case "bank":
      await answerTheBank(world, payment, step.answer);
      return payment;
    case "refund":
      await refundSome(world, payment, step);
      return payment;
    case "age":
      await aged(await readPayment(key), step.by);
      payment.age += step.by;
      expire(payment);
      return payment;
    case "read":
      return payment;
  }
}

function moveTo(payment: Expected, status: PaymentStatus, code?: string, canRetry?: boolean): void {
  const held = payment.status === "submitted" || payment.status === "capturable" || payment.challenged;
  if (held && payment.mode !== "agreement" && code !== undefined) payment.effects.push("void");
  if (status === "success") payment.effects.push("capture");
  payment.status = status;
  payment.challenged = false;
  if (code !== undefined) payment.code = code;
  if (canRetry !== undefined) payment.canRetry = canRetry;
  payment.events.push(status);
}

function expire(payment: Expected): void {
  const waiting = ["created", "started", "submitted"].includes(payment.status) && payment.age >= 90 * MINUTE;
  const lapsed = payment.status === "capturable" && payment.age >= 120 * HOUR;
  if (waiting || lapsed) moveTo(payment, "failed", "P0020");
}

function statusOfCancelling({ mode, status }: Expected): number {
  if (status === "success" || status === "cancelled") return 409;
  return mode === "agreement" || status === "failed" || status === "error" ? 400 : 204;
}

async function createOne(world: World, step: Extract<Step, { do: "create" }>): Promise<Expected | undefined> {
  const { mode, delayed, amount } = step;
  const setsUp = mode === "web" && step.setsUp;
  const body = {
    amount,
    reference: "MODEL",
    description: "A payment of the model",
    authorisation_mode: mode,
    ...(mode === "web" && { return_url: "https://service.example/" }),
    ...(mode !== "agreement" && { delayed_capture: delayed }),
    ...(mode === "agreement" && { agreement_id: world.agreementId }),
    ...(setsUp && { set_up_agreement: world.agreementId }),
  };
  const answer = await api.post<PaymentResource>("/v1/payments", body, { key: world.key });
  if (mode === "agreement" && world.agreement.status !== "active") {
    expect(answer).toMatchObject({ status: 422, body: { field: "agreement_id" } });
    return undefined;
  }
  expect(answer.status).toBe(201);
  const payment: Expected = {
    id: answer.body.payment_id,
    mode,
    delayed: mode !== "agreement" && delayed,
    setsUp,
    amount,
    token: answer.body._links.auth_url_post?.params.one_time_token ?? "",
    status: "created",
    age: 0,
    challenged: false,
    proved: false,
    events: ["created"],
    refunds: [],
    effects: [],
  };
  world.payments.push(payment);
  if (mode === "agreement") await chargeSavedCard(world, payment);
  return payment;
}

async function chargeSavedCard({ agreement }: World, payment: Expected): Promise<void> {
  await settleBackground();
  payment.effects.push("authoriseSavedCard");
  moveTo(payment, "submitted");
  switch (agreement.card) {
    case "laterNever":
      moveTo(payment, "failed", "P0010", false);
      agreement.status = "inactive";
      return;
    case "laterPerhaps":
      return moveTo(payment, "failed", "P0010", true);
    default:
      // The sandbox remembers a card by what it does.
      payment.card = agreement.card ?? "good";
      moveTo(payment, "success");
  }
}

async function cancelTheAgreement(world: World): Promise<undefined> {
  const path = `/v1/agreements/${world.agreementId}`;
  const { status } = await api.send("POST", `${path}/cancel`, { key: world.key });
  expect(status).toBe(world.agreement.status === "active" ? 204 : 400);
  if (status === 204) world.agreement = { status: "cancelled" };
  await settleBackground();
  const { body } = await api.get(path, { key: world.key });
  expect(body).toMatchObject({ status: world.agreement.status });
  return undefined;
}

/** The payer on the card page. */
async function typeCard(world: World, payment: Expected, card: Card): Promise<void> {
  const key = { serviceId: world.account.serviceId, id: payment.id };
  const payer = { ip: null, userAgent: "", accept: "", deviceData: null, hasScript: false };
  const lawful = payment.mode === "web" && payment.status === "started" && !payment.challenged;
  const submitted = await submitCard(
    await readPayment(key),
    world.account,
    testCard(CARDS[card]),
    payer,
    new Date(),
  );
  expect(isRefused(submitted)).toBe(!lawful);
  if (isRefused(submitted)) return;
  await submitted.authorising;
  payment.card = card;
  payment.effects.push("authorise");
  if (card === "declined") moveTo(payment, "failed", "P0010");
  else if (card === "faulty") moveTo(payment, "error", "P0050");
  else if (card === "challenge") payment.challenged = payment.proved = true;
  else moveTo(payment, "submitted");
}

/** The payer answers their bank, or does not, and comes back. */
async function answerTheBank(
  world: World,
  payment: Expected,
  answer: "pass" | "fail" | undefined,
): Promise<void> {
  const waits = payment.challenged;
  if (answer) await answerChallenge(database(), payment.id, answer);
  const key = { serviceId: world.account.serviceId, id: payment.id };
  const back = await completeThreeDSecure(await readPayment(key), new Date());
  expect(isRefused(back)).toBe(!waits);
  if (isRefused(back)) return;
  await back.completing;
  if (!answer) return;
  payment.challenged = false;
  payment.effects.push("complete3ds");
  if (answer === "pass") moveTo(payment, "submitted");
  else moveTo(payment, "failed", "P0010");
}

/** A telephone order's card through the API. */
async function sendCard(payment: Expected, card: Card): Promise<void> {
  const answer = await api.post<{ code: string } | undefined>("/v1/auth", {
    one_time_token: payment.token,
    card_number: CARDS[card],
    cvc: "737",
    expiry_date: "04/31",
    cardholder_name: "Jean Payer",
  });
  if (payment.status !== "created") {
    expect(answer).toMatchObject({ status: 400, body: { code: "P1212" } });
    return;
  }
  payment.card = card;
  payment.effects.push("authorise");
  if (card === "declined" || card === "faulty") {
    expect(answer.body?.code).toBe(card === "declined" ? "P0010" : "P0050");
    moveTo(payment, card === "declined" ? "failed" : "error", card === "declined" ? "P0010" : "P0050");
    return;
  }
  expect(answer.status).toBe(204);
  moveTo(payment, "submitted");
  moveTo(payment, payment.delayed ? "capturable" : "success");
}

const given = ({ refunds }: Expected) =>
  refunds.filter(({ status }) => status === "success").reduce((sum, { amount }) => sum + amount, 0);

function refundStatusOf(payment: Expected): string {
  if (["created", "started", "submitted"].includes(payment.status)) return "pending";
  if (payment.status !== "success") return "unavailable";
  return given(payment) < payment.amount ? "available" : "full";
}

async function refundSome(
  world: World,
  payment: Expected,
  { share, of, stale }: Extract<Step, { do: "refund" }>,
): Promise<void> {
  const left = payment.amount - given(payment);
  const part = Math.max(1, Math.floor(share * left));
  const amount = { part, all: left, "too much": left + 1, nothing: 0 }[of];
  const available = Math.max(0, left + stale);
  const body = { amount, refund_amount_available: available };
  const answer = await api.post<{ code?: string; status?: string }>(
    `/v1/payments/${payment.id}/refunds`,
    body,
    { key: world.key },
  );
  const refusal = () => {
    if (amount < 1) return "P0602";
    if (refundStatusOf(payment) !== "available") return "P0603";
    if (available !== left) return "P0604";
    return amount > left ? "P0603" : undefined;
  };
  expect(answer.body.code).toBe(refusal());
  if (answer.body.code !== undefined) return;
  const status = payment.card === "refundsFail" ? "error" : "success";
  expect(answer).toMatchObject({ status: 202, body: { status } });
  payment.refunds.push({ amount, status });
  payment.events.push(`refund ${status}`);
  if (status === "success") payment.effects.push("refund");
}

/** The payment, its events and its refunds as the API shows them. */
async function check({ key }: World, payment: Expected): Promise<void> {
  const path = `/v1/payments/${payment.id}`;
  const { body } = await api.get<PaymentResource>(path, { key });
  expect(body.state).toMatchObject({
    status: payment.status,
    finished: ["success", "failed", "cancelled", "error"].includes(payment.status),
  });
  expect(body.state.code).toBe(payment.code);
  expect(body.authorisation_summary?.three_d_secure.required).toBe(payment.proved || undefined);
  expect(body.state.can_retry).toBe(payment.canRetry);
  expect(body.refund_summary).toEqual({
    status: refundStatusOf(payment),
    amount_available: payment.amount - given(payment),
    amount_submitted: given(payment),
  });
  expect(body._links.cancel !== null).toBe(statusOfCancelling(payment) === 204);
  expect(body._links.capture !== undefined).toBe(payment.status === "capturable");
  const { events } = (await api.get<PaymentEvents>(`${path}/events`, { key })).body;
  expect(
    events.map(({ state, refund_id }) => (refund_id === undefined ? state.status : `refund ${state.status}`)),
  ).toEqual(payment.events);
  const listed = (await api.get<PaymentRefunds>(`${path}/refunds`, { key })).body._embedded.refunds;
  expect(listed.map(({ amount, status }) => ({ amount, status }))).toEqual(payment.refunds);
}

/** What the bank did, once all that is due is done; and the sums on both sides. */
async function checkBooks(world: World, payment: Expected): Promise<void> {
  const key = { serviceId: world.account.serviceId, id: payment.id };
  await settleBackground();
  await voidDuePayments(new Date(Date.now() + MINUTE), key);
  const done = await database()
    .select({ kind: sandboxOperations.kind })
    .from(sandboxOperations)
    .where(eq(sandboxOperations.paymentId, payment.id));
  const kinds = done.map(({ kind }) => kind).filter((kind) => kind !== "deleteSavedCard");
  expect(kinds.sort()).toEqual(payment.effects.toSorted());
  const [stored] = await database().select().from(payments).where(eq(payments.id, payment.id));
  expect(stored).toMatchObject({ refunded: given(payment), captureDueAt: null, voidDueAt: null });
  const [book] = await database()
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.paymentId, payment.id));
  expect(book?.refundedPence ?? 0).toBe(given(payment));
  expect(book?.capturedPence ?? 0).toBe(payment.status === "success" ? payment.amount : 0);
}
