import { setTimeout as passed } from "node:timers/promises";
import type { AuthoriseOutcome } from "../port";
import { ask } from "./ask";
import { outcomeOf } from "./map-outcome";
import type { StripeAccount } from "./open-account";
import { EXPANDED } from "./read-intent";
import { MILLISECONDS } from "./timings";

/** What became of a payment whose answer did not come, if that can be told by now. */
export async function findOutcome({ stripe }: StripeAccount, providerId: string): Promise<AuthoriseOutcome> {
  let cause = "not confirmed";
  for (const pause of MILLISECONDS.lookPauses) {
    await passed(pause);
    const intent = await ask(() => stripe.paymentIntents.retrieve(providerId, { expand: EXPANDED }));
    if ("failure" in intent) {
      cause = intent.failure.code;
      // Not to be found, or not for us: looking again changes nothing.
      if (intent.failure.is !== "lost" && intent.failure.is !== "busy") break;
      continue;
    }
    const outcome = outcomeOf(intent.value);
    if (outcome.is !== "unknown") return outcome;
    cause = outcome.cause;
  }
  return { is: "unknown", cause };
}
