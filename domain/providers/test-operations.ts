import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { payments, refunds } from "@/db/schema";
import { activeAgreement } from "../agreements/test-agreement";
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

/** For tests: a payment up to one operation, which is then carried out once `strike` has set its trap. */
export const CARRY_OUT: Readonly<
  Record<Operation, (world: Place, strike: () => void | Promise<void>) => Promise<Payment>>
> = {
  prepare: async (world, strike) => sendCard(world, strike),
  authorise: async (world, strike) => sendCard(world, strike),
  complete3ds: async (world, strike) => {
    const started = await opened(await testPayment(world.caller));
    const challenged = await answeredCard(started, world.caller, TEST_NUMBERS.challenge);
    await answerBank(world, challenged, "pass");
    await strike();
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
    await strike();
    unlessRefused(await confirmPayment(payment, new Date()));
    await settleBackground();
    return payment;
  },
  void: async ({ caller }, strike) => {
    const payment = await paymentIn(caller, "submitted");
    await strike();
    unlessRefused(await cancelByPayer(payment, new Date()));
    await settleBackground();
    return payment;
  },
  refund: async (world, strike) => {
    const payment = await paymentIn(world.caller, "success");
    await world.hear();
    await strike();
    const input = { amount: 500, refund_amount_available: payment.amount };
    unlessRefused(await createRefund(world.caller, payment.id, input, new Date()));
    return payment;
  },
  deleteSavedCard: async ({ caller }, strike) => {
    const agreement = await activeAgreement(caller);
    await strike();
    unlessRefused(await cancelAgreement(caller, agreement.id, new Date()));
    await settleBackground();
    const [payment] = await paymentsOf(agreement.id);
    if (!payment) throw new Error("Nothing has set up the agreement");
    return payment;
  },
};

async function sendCard({ caller }: Place, strike: () => void | Promise<void>): Promise<Payment> {
  const started = await opened(await testPayment(caller));
  await strike();
  await answeredCard(started, caller);
  return started;
}

async function paymentsOf(agreementId: string): Promise<Payment[]> {
  return database().select().from(payments).where(eq(payments.setUpAgreementId, agreementId));
}

/** For tests: how a payment and its refunds stand, in public words. */
export async function standing(payment: Payment): Promise<string> {
  const { status } = await readPayment(payment);
  const given = await database().select().from(refunds).where(eq(refunds.paymentId, payment.id));
  return [status, ...given.map((refund) => `refund ${refund.status}`)].join(", ");
}
