import { accountTime } from "@/domain/accounts/account-time";
import { isRefused } from "@/domain/refused";
import { decideRefund, REFUND_DECISIONS, type RefundDecision } from "@/domain/refunds/decide-refund";
import { findRefund } from "@/domain/refunds/find-refund";
import type { Problem } from "../../../../../../../../flash";
import { isLargeRefund } from "../../../../../../../../is-large-refund";
import { whyNotReason } from "../../../../../../../../read-answers";
import { addressOf } from "../../../../../../../../routes";
import { again, done, staffAction, stepUp } from "../../../../../../../../staff-action";

export const POST = staffAction("doDecideRefund", async ({ caller, params, field, provedLately, now }) => {
  const { paymentId = "", refundId = "" } = params;
  const here = addressOf("decideRefund", params);
  const values = { decision: field("decision"), reason: field("reason") };
  const decision = REFUND_DECISIONS.find((each) => each === values.decision);
  const problems: Problem[] = [];
  if (decision === undefined) problems.push({ field: "decision", text: "Choose what you found." });
  const why = whyNotReason(values.reason);
  if (why !== undefined) problems.push({ field: "reason", text: why });
  if (decision === undefined || problems.length > 0) return again(here, problems, values);
  const refund = await findRefund(caller, paymentId, refundId);
  if (refund && isLargeRefund(caller, refund.amount) && !provedLately) return stepUp(here, values);
  const outcome = await decideRefund(
    { ...caller, reason: values.reason },
    { paymentId, refundId, askedAt: new Date(field("askedAt")) },
    decision,
    accountTime(caller.account, now),
  );
  if (!isRefused(outcome)) return done(addressOf("payment", params), SAID[decision]);
  return again(here, [{ field: "decision", text: REFUSALS[outcome.refused] }]);
});

const SAID: Readonly<Record<RefundDecision, string>> = {
  made: "The refund is recorded as made.",
  askAgain: "The provider is asked for the refund again.",
  notMade: "The refund is recorded as failed. What it was for can be refunded again.",
};

const REFUSALS = {
  notFound: "There is no such payment.",
  notLost: "Nothing was decided: since you opened this page, somebody else has decided, or the provider has.",
} as const;
