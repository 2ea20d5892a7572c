import { inBackground } from "@/domain/background";
import { completeThreeDSecure } from "@/domain/payments/complete-three-d-secure";
import { findStage } from "@/domain/payments/find-journey";
import { isRefused } from "@/domain/refused";
import { onFormPost } from "../../../../form-post";
import { addressOf, pageFor } from "../../../../journey";
import { patience } from "../../../../patience";

/**
 * The payer is back from their bank, which is now asked how it went. Twice, too late or in a second tab, they are
 * shown how the payment stands; without an answer the bank's page is offered again, and nobody is sent there.
 */
export const POST = onFormPost(async ({ payment }, now) => {
  const outcome = await completeThreeDSecure(payment, now);
  if (!isRefused(outcome)) {
    inBackground("complete 3D Secure", () => outcome.completing);
    await Promise.race([outcome.completing.catch(() => {}), patience()]);
  }
  const stage = await findStage(payment.id, new Date());
  const isUnanswered = stage && pageFor(stage) === "three-d-secure";
  return isUnanswered
    ? `${addressOf(payment.id, "three-d-secure")}?unanswered=1`
    : addressOf(payment.id, "card-details");
});
