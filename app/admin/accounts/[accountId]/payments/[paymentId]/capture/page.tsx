import { ReasonInput } from "@/components/admin/reason-input";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { SummaryList } from "@/components/summary-list";
import { findPayment } from "@/domain/payments/find-payment";
import { totalAmount } from "@/domain/payments/payment";
import { formatPounds } from "@/messages/format";
import { addressOf } from "../../../../../routes";
import { staffPage } from "../../../../../staff-page";

export default staffPage("capturePayment", async ({ caller, params, csrf, flash, here, now }) => {
  const payment = await findPayment(caller, params.paymentId ?? "", now);
  if (!payment) return undefined;
  const back = { href: addressOf("payment", params), name: "Payment" };
  return {
    title: "Take this payment’s money",
    caption: payment.reference,
    back,
    children: (
      <StaffForm
        action={here}
        csrf={csrf}
        button="Take the money"
        look="warning"
        otherwise={{ href: back.href, name: "Do not take it" }}
      >
        <SummaryList
          rows={[
            { key: "Description", value: payment.description },
            { key: "Amount", value: formatPounds(totalAmount(payment)) },
          ]}
        />
        <p className="govuk-body">The bank holds this money until you take it or it lapses.</p>
        <ReasonInput value={flash.values?.reason} error={errorOf(flash.problems, "reason")} />
      </StaffForm>
    ),
  };
});
