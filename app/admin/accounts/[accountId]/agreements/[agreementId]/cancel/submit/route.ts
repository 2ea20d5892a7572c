import { cancelAgreement } from "@/domain/agreements/cancel-agreement";
import { isRefused } from "@/domain/refused";
import { whyNotReason } from "../../../../../../read-answers";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doCancelAgreement", async ({ caller, params, field, now }) => {
  const reason = field("reason");
  const why = whyNotReason(reason);
  const here = addressOf("cancelAgreement", params);
  if (why !== undefined) return again(here, [{ field: "reason", text: why }], { reason });
  const outcome = await cancelAgreement({ ...caller, reason }, params.agreementId ?? "", now);
  if (!isRefused(outcome)) return done(addressOf("agreement", params), "The agreement is cancelled.");
  return again(here, [{ field: "reason", text: REFUSALS[outcome.refused] }], { reason });
});

const REFUSALS = {
  notFound: "There is no such agreement.",
  notActive: "This agreement is not active, so there is nothing to cancel.",
} as const;
