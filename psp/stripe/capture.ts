import type { Acknowledgement, PspContext } from "../port";
import { changeIntent } from "./change-intent";
import { captureOf, EXPANDED } from "./read-intent";

/** Takes the money. The fee is told along with it once Stripe has entered it in its books; otherwise `query` has it. */
export function capture(context: PspContext, providerId: string, pence: number): Promise<Acknowledgement> {
  return changeIntent(context, {
    step: "capture",
    providerId,
    make: ({ stripe }, idempotencyKey) =>
      stripe.paymentIntents.capture(
        providerId,
        { amount_to_capture: pence, expand: EXPANDED },
        { idempotencyKey },
      ),
    isMade: (intent) => intent.status === "succeeded" && intent.amount_received === pence,
    answer: (intent) => ({
      is: "done",
      capturedOn: context.now.toISOString().slice(0, 10),
      ...captureOf(intent),
    }),
  });
}
