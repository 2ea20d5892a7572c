import { accountTime } from "@/domain/accounts/account-time";
import { isRefused } from "@/domain/refused";
import { cancelByService } from "@/domain/payments/cancel-by-service";
import { whyNotReason } from "../../../../../../read-answers";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doCancelPayment", async ({ caller, params, field, now }) => {
  const reason = field("reason");
  const why = whyNotReason(reason);
  const here = addressOf("cancelPayment", params);
  if (why !== undefined) return again(here, [{ field: "reason", text: why }], { reason });
  const outcome = await cancelByService(
    { ...caller, reason },
    params.paymentId ?? "",
    accountTime(caller.account, now),
  );
  if (!isRefused(outcome)) return done(addressOf("payment", params), "The payment is cancelled.");
  return again(here, [{ field: "reason", text: REFUSALS[outcome.refused] }], { reason });
});

const REFUSALS = {
  notFound: "There is no such payment.",
  alreadyDone: "This payment has ended already, so it cannot be cancelled.",
  notCancellable: "This payment cannot be cancelled any more.",
} as const;
