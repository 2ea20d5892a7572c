import { asPounds } from "@/components/admin/format";
import { ReasonInput } from "@/components/admin/reason-input";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { findPayment } from "@/domain/payments/find-payment";
import { refundable, refundStatusOf } from "@/domain/payments/payment";
import { formatPounds } from "@/messages/format";
import { addressOf } from "../../../../../routes";
import { staffPage } from "../../../../../staff-page";

export default staffPage("refundPayment", async ({ caller, params, csrf, flash, here, now }) => {
  const payment = await findPayment(caller, params.paymentId ?? "", now);
  if (!payment) return undefined;
  const back = { href: addressOf("payment", params), name: "Payment" };
  const available = refundable(payment);
  if (refundStatusOf(payment) !== "available") {
    return {
      title: "This payment cannot be refunded",
      caption: payment.reference,
      back,
      children: (
        <p className="govuk-body">
          {payment.disputed
            ? "It is disputed: the payer’s bank decides about the money."
            : "All of it has been refunded already, or it was never taken."}
        </p>
      ),
    };
  }
  return {
    title: "Refund this payment",
    caption: payment.reference,
    back,
    children: (
      <StaffForm
        action={here}
        csrf={csrf}
        button="Refund"
        look="warning"
        otherwise={{ href: back.href, name: "Do not refund" }}
      >
        <p className="govuk-body">
          {formatPounds(available)} can be refunded. A refund goes to the card that paid and cannot be taken
          back.
        </p>
        {/* What the form was opened with: a page that has grown stale refunds nothing. */}
        <input type="hidden" name="available" value={available} />
        <TextInput
          id="amount"
          name="amount"
          width={10}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={flash.values?.amount ?? asPounds(available)}
          text={{ label: "Amount in pounds", hint: "For example, 14.50" }}
          error={errorOf(flash.problems, "amount")}
        />
        <ReasonInput value={flash.values?.reason} error={errorOf(flash.problems, "reason")} />
      </StaffForm>
    ),
  };
});
