import { accountTime } from "@/domain/accounts/account-time";
import { isRefused } from "@/domain/refused";
import { captureByService } from "@/domain/payments/capture-by-service";
import { whyNotReason } from "../../../../../../read-answers";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doCapturePayment", async ({ caller, params, field, now }) => {
  const reason = field("reason");
  const why = whyNotReason(reason);
  const here = addressOf("capturePayment", params);
  if (why !== undefined) return again(here, [{ field: "reason", text: why }], { reason });
  const outcome = await captureByService(
    { ...caller, reason },
    params.paymentId ?? "",
    accountTime(caller.account, now),
  );
  if (!isRefused(outcome)) return done(addressOf("payment", params), "The money is being taken.");
  return again(here, [{ field: "reason", text: REFUSALS[outcome.refused] }], { reason });
});

const REFUSALS = {
  notFound: "There is no such payment.",
  notCapturable:
    "The money of this payment cannot be taken any more: it was taken already, or it has lapsed.",
} as const;
