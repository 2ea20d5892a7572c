import { formatMoment } from "@/components/admin/format";
import { ReasonInput } from "@/components/admin/reason-input";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { Select } from "@/components/select";
import { SummaryList } from "@/components/summary-list";
import { findPayment } from "@/domain/payments/find-payment";
import { REFUND_DECISIONS, type RefundDecision } from "@/domain/refunds/decide-refund";
import { listLostRefunds } from "@/domain/refunds/find-lost-refunds";
import { findRefund } from "@/domain/refunds/find-refund";
import { formatPounds } from "@/messages/format";
import { addressOf } from "../../../../../../../routes";
import { staffPage } from "../../../../../../../staff-page";

export default staffPage("decideRefund", async ({ caller, params, csrf, flash, here, now }) => {
  const { paymentId = "", refundId = "" } = params;
  const payment = await findPayment(caller, paymentId, now);
  const refund = await findRefund(caller, paymentId, refundId);
  if (!payment || !refund) return undefined;
  const lost = (await listLostRefunds(payment)).find((each) => each.refund.id === refundId);
  const back = { href: addressOf("payment", params), name: "Payment" };
  if (!lost) {
    return {
      title: "There is nothing to decide about this refund",
      caption: payment.reference,
      back,
      children: (
        <p className="govuk-body">
          It is known what became of it, or its provider will still say so. You can see on the payment’s page
          how it stands.
        </p>
      ),
    };
  }
  return {
    title: "Decide what became of this refund",
    caption: payment.reference,
    back,
    children: (
      <StaffForm
        action={here}
        csrf={csrf}
        button="Decide"
        look="warning"
        otherwise={{ href: back.href, name: "Do not decide now" }}
      >
        <SummaryList
          rows={[
            { key: "Amount", value: formatPounds(refund.amount) },
            { key: "Asked for", value: formatMoment(lost.askedAt) },
            { key: "Refund’s reference at the provider", value: refundId },
            { key: "Payment’s ID at the provider", value: payment.providerId ?? "None" },
          ]}
        />
        <p className="govuk-body">
          The provider has not said whether this refund was made, and it cannot be asked by us. Look for it in
          the provider’s own account pages before you decide: to ask again for a refund that was made sends
          the payer the money twice.
        </p>
        {/* What the form was opened with: a page that has grown stale decides nothing. */}
        <input type="hidden" name="askedAt" value={lost.askedAt.toISOString()} />
        <Select
          id="decision"
          name="decision"
          defaultValue={flash.values?.decision ?? ""}
          text={{ label: "What did you find there?" }}
          error={errorOf(flash.problems, "decision")}
          options={[
            { value: "", name: "Choose what you found" },
            ...REFUND_DECISIONS.map((value) => ({ value, name: DECISIONS[value] })),
          ]}
        />
        <ReasonInput value={flash.values?.reason} error={errorOf(flash.problems, "reason")} />
      </StaffForm>
    ),
  };
});

const DECISIONS: Readonly<Record<RefundDecision, string>> = {
  made: "It was made",
  askAgain: "It was not made: ask for it again",
  notMade: "It was not made, and shall not be",
};
