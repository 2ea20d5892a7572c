import type { Acknowledgement, PspContext } from "../port";
import { changeIntent } from "./change-intent";
import { EXPANDED } from "./read-intent";

/** Releases the money, or ends a payment that was never decided. */
export function voidPayment(context: PspContext, providerId: string): Promise<Acknowledgement> {
  return changeIntent(context, {
    step: "cancel",
    providerId,
    make: ({ stripe }, idempotencyKey) =>
      stripe.paymentIntents.cancel(providerId, { expand: EXPANDED }, { idempotencyKey }),
    isMade: (intent) => intent.status === "canceled",
    answer: () => ({ is: "done" }),
  });
}
