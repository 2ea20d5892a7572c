import type { Challenge } from "../port";
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

/** Everything that has had an effect on a payment's money, in alphabetical order. */
export function effectsAtStripe(simulator: Simulator, paymentId: string): string[] {
  return atStripe(simulator, paymentId)
    .flatMap(({ intent, charges, refunds, savedCardUsed }) => [
      ...(intent.status === "requires_action" ? ["authorise"] : []),
      ...charges.map(() => (savedCardUsed ? "authoriseSavedCard" : "authorise")),
      ...charges.flatMap(({ payment_method_details: details }) =>
        details?.card?.three_d_secure?.authentication_flow === "challenge" ? ["complete3ds"] : [],
      ),
      ...charges.flatMap(({ captured }) => (captured ? ["capture"] : [])),
      ...(intent.status === "canceled" ? ["void"] : []),
      ...refunds.map(() => "refund"),
    ])
    .sort();
}
