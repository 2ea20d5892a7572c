import { randomUUID } from "node:crypto";
import { Secret, type AuthoriseCommand, type Challenge, type PspContext, type PspCredentials } from "../port";
import type { Simulator } from "../simulator/create-simulator";
import type { PaymentState } from "../simulator/stripe/create-stripe";

/** Does at the bank's page what a payer does, without script: reads it, and presses a button. */
export async function answerBank(challenge: Challenge, answer: "pass" | "fail"): Promise<URL | null> {
  const page = await (await fetch(challenge.url)).text();
  const id = answer === "pass" ? "test-source-authorize-3ds" : "test-source-fail-3ds";
  if (!page.includes(`id="${id}"`)) return null;
  const answered = await fetch(challenge.url, {
    method: "POST",
    body: new URLSearchParams({ answer }),
    redirect: "manual",
  });
  const back = answered.headers.get("location");
  return back === null ? null : new URL(back);
}

/** What the simulator has of a payment: one state for each time that it was opened there. */
export function atStripe(simulator: Simulator, paymentId: string): PaymentState[] {
  const stripe = simulator.protocols.find(({ name }) => name === "stripe");
  const state = stripe?.state(paymentId);
  return Array.isArray(state) ? (state as PaymentState[]) : [];
}

/** Everything that has had an effect on a payment's money or saved card, in alphabetical order. */
export function effectsAtStripe(simulator: Simulator, paymentId: string): string[] {
  return atStripe(simulator, paymentId)
    .flatMap(({ intent, charges, refunds, savedCardUsed, savedCardDeleted }) => [
      ...(intent.status === "requires_action" ? ["authorise"] : []),
      ...charges.map(() => (savedCardUsed ? "authoriseSavedCard" : "authorise")),
      ...charges.flatMap(({ payment_method_details: details }) =>
        details?.card?.three_d_secure?.authentication_flow === "challenge" ? ["complete3ds"] : [],
      ),
      ...charges.flatMap(({ captured }) => (captured ? ["capture"] : [])),
      ...(intent.status === "canceled" ? ["void"] : []),
      ...refunds.map(() => "refund"),
      ...(savedCardDeleted ? ["deleteSavedCard"] : []),
    ])
    .sort();
}

/** Credentials of an account that nobody else has, at the simulator. */
export function credentialsAt(simulator: Simulator, changes: Record<string, unknown> = {}): PspCredentials {
  const secretKey = `sk_test_${newId()}`;
  return { mode: "direct", secretKey, webhookSecrets: ["whsec_one"], apiBase: simulator.url, ...changes };
}

export function contextAt(simulator: Simulator, credentials: PspCredentials): PspContext {
  return {
    accountId: "account",
    credentials,
    live: false,
    operationKey: newId(),
    now: simulator.clock.now(),
  };
}

export function authoriseCommand(number: string, changes: Partial<AuthoriseCommand> = {}): AuthoriseCommand {
  return {
    paymentId: newId(),
    amount: 2400,
    description: "A licence",
    reference: "LIC-1",
    card: {
      number: new Secret(number),
      securityCode: new Secret("987"),
      expiryMonth: 12,
      expiryYear: 2030,
      cardholderName: "A Payer",
      billingAddress: { line1: "1 High Street", city: "Leeds", postcode: "LS1 1AA", country: "GB" },
    },
    moto: false,
    saveFor: null,
    corporate: false,
    providerId: null,
    threeDsReturnUrl: "https://pay.example/card-details/1/three-d-secure/return",
    payer: {
      email: null,
      ip: "192.0.2.1",
      userAgent: "test",
      accept: "*/*",
      language: "en",
      deviceData: null,
      hasScript: false,
    },
    ...changes,
  };
}

export function newId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 26);
}
