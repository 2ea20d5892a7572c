import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { refunds } from "@/db/schema";
import { activeAgreement, paymentThatSetUp } from "../agreements/test-agreement";
import { cancelAgreement } from "../agreements/cancel-agreement";
import { settleBackground } from "../background";
import { cancelByPayer } from "../payments/cancel-by-payer";
import { completeThreeDSecure } from "../payments/complete-three-d-secure";
import { confirmPayment } from "../payments/confirm-payment";
import type { Payment } from "../payments/payment";
import {
  answeredCard,
  opened,
  paymentIn,
  readPayment,
  TEST_NUMBERS,
  testPayment,
  unlessRefused,
} from "../payments/test-payment";
import { createRefund } from "../refunds/create-refund";
import { answerBank, type Place, type SimulatedName } from "./test-world";

export type Operation =
  | "prepare"
  | "authorise"
  | "complete3ds"
  | "authoriseSavedCard"
  | "capture"
  | "void"
  | "refund"
  | "deleteSavedCard";

/** By which request each is carried out, in the simulator's words; a provider may not need one at all. */
export const REQUESTS: Readonly<Record<Operation, Readonly<Partial<Record<SimulatedName, string>>>>> = {
  prepare: { stripe: "payment_intents.create" },
  authorise: { stripe: "payment_intents.confirm", worldpay: "authorise" },
  complete3ds: { stripe: "payment_intents.retrieve", worldpay: "complete3ds" },
  authoriseSavedCard: { stripe: "payment_intents.confirm", worldpay: "authoriseSavedCard" },
  capture: { stripe: "payment_intents.capture", worldpay: "capture" },
  void: { stripe: "payment_intents.cancel", worldpay: "cancel" },
  refund: { stripe: "refunds.create", worldpay: "refund" },
  deleteSavedCard: { stripe: "payment_methods.detach", worldpay: "deleteToken" },
};

const ALL = Object.keys(REQUESTS) as Operation[];

/** Which of them there are at each provider. */
export const OPERATIONS_AT: Readonly<Record<SimulatedName, readonly Operation[]>> = {
  stripe: ALL,
  worldpay: ALL.filter((operation) => REQUESTS[operation].worldpay !== undefined),
};

/** How each ends where what was asked for has happened. */
export const DONE: Readonly<Record<Operation, string>> = {
  prepare: "submitted",
  authorise: "submitted",
  complete3ds: "submitted",
  authoriseSavedCard: "success",
  capture: "success",
  void: "failed",
  refund: "success, refund success",
  deleteSavedCard: "success",
};

/** Where nothing has happened and it may not be asked for again: a card is in nobody's hands any more. */
export const NOT_DONE: Readonly<Partial<Record<Operation, string>>> = {
  prepare: "error",
  authorise: "error",
};

/** A refund that Worldpay may have is never sent again: somebody has to look. */
export const LEFT_TO_STAFF = "success, refund submitted";

/** Told which payment the operation will be about, where there is one already. */
export type Strike = (payment?: Payment) => void | Promise<void>;

/** For tests: a payment up to one operation, which is then carried out once `strike` has set its trap. */
export const CARRY_OUT: Readonly<Record<Operation, (world: Place, strike: Strike) => Promise<Payment>>> = {
  prepare: async (world, strike) => sendCard(world, strike),
  authorise: async (world, strike) => sendCard(world, strike),
  complete3ds: async (world, strike) => {
    const started = await opened(await testPayment(world.caller));
    const challenged = await answeredCard(started, world.caller, TEST_NUMBERS.challenge);
    await answerBank(world, challenged, "pass");
    await strike(challenged);
    await unlessRefused(await completeThreeDSecure(challenged, new Date())).completing;
    return challenged;
  },
  authoriseSavedCard: async ({ caller }, strike) => {
    const { id: agreement_id } = await activeAgreement(caller);
    await strike();
    const later = await testPayment(caller, { authorisation_mode: "agreement", agreement_id });
    await settleBackground();
    return later;
  },
  capture: async ({ caller }, strike) => {
    const payment = await paymentIn(caller, "submitted");
    await strike(payment);
    unlessRefused(await confirmPayment(payment, new Date()));
    await settleBackground();
    return payment;
  },
  void: async ({ caller }, strike) => {
    const payment = await paymentIn(caller, "submitted");
    await strike(payment);
    unlessRefused(await cancelByPayer(payment, new Date()));
    await settleBackground();
    return payment;
  },
  refund: async (world, strike) => {
    const payment = await paymentIn(world.caller, "success");
    await world.hear();
    await strike(payment);
    const input = { amount: 500, refund_amount_available: payment.amount };
    unlessRefused(await createRefund(world.caller, payment.id, input, new Date()));
    return payment;
  },
  deleteSavedCard: async ({ caller }, strike) => {
    const agreement = await activeAgreement(caller);
    const payment = await paymentThatSetUp(agreement);
    await strike(payment);
    unlessRefused(await cancelAgreement(caller, agreement.id, new Date()));
    await settleBackground();
    return payment;
  },
};

async function sendCard({ caller }: Place, strike: Strike): Promise<Payment> {
  const started = await opened(await testPayment(caller));
  await strike(started);
  await answeredCard(started, caller);
  return started;
}

/** For tests: how a payment and its refunds stand, in public words. */
export async function standing(payment: Payment): Promise<string> {
  const { status } = await readPayment(payment);
  const given = await database().select().from(refunds).where(eq(refunds.paymentId, payment.id));
  return [status, ...given.map((refund) => `refund ${refund.status}`)].join(", ");
}
