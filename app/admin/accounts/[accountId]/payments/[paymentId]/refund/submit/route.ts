import { accountTime } from "@/domain/accounts/account-time";
import { isRefused } from "@/domain/refused";
import { createRefund } from "@/domain/refunds/create-refund";
import { formatPounds } from "@/messages/format";
import type { Problem } from "../../../../../../flash";
import { isLargeRefund } from "../../../../../../is-large-refund";
import { readPounds, whyNotReason } from "../../../../../../read-answers";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction, stepUp } from "../../../../../../staff-action";

export const POST = staffAction("doRefundPayment", async ({ caller, params, field, provedLately, now }) => {
  const here = addressOf("refundPayment", params);
  const values = { amount: field("amount"), reason: field("reason") };
  const amount = readPounds(values.amount);
  const problems: Problem[] = [];
  if (amount === undefined || amount < 1)
    problems.push({ field: "amount", text: "Enter an amount in pounds and pence, like 14.50." });
  const why = whyNotReason(values.reason);
  if (why !== undefined) problems.push({ field: "reason", text: why });
  if (amount === undefined || problems.length > 0) return again(here, problems, values);
  if (isLargeRefund(caller, amount) && !provedLately) return stepUp(here, values);
  const input = { amount, refund_amount_available: Number(field("available")) };
  const outcome = await createRefund(
    { ...caller, reason: values.reason },
    params.paymentId ?? "",
    input,
    accountTime(caller.account, now),
  );
  if (!isRefused(outcome)) {
    const sentence =
      outcome.status === "error"
        ? `The refund of ${formatPounds(amount)} failed.`
        : `${formatPounds(amount)} is on its way back to the payer.`;
    return done(addressOf("payment", params), sentence);
  }
  return again(here, [{ field: "amount", text: REFUSALS[outcome.refused] }], {
    // What is still available has changed: the form begins afresh with it.
    ...(outcome.refused !== "availableMismatch" && { amount: values.amount }),
    reason: values.reason,
  });
});

const REFUSALS = {
  notFound: "There is no such payment.",
  creationTurnedOff: "Refunds are turned off for this service.",
  disputed: "This payment is disputed, so it cannot be refunded.",
  notAvailable: "This payment cannot be refunded any more.",
  availableMismatch:
    "Nothing was refunded: since you opened this page, some of this payment was refunded already. Check what is left before you refund again.",
  moreThanAvailable: "Enter an amount that is not more than what can be refunded.",
} as const;
