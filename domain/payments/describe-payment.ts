import type { PaymentResource, RefundSummary, State } from "@/contract/payment-resource";
import { isFinished, STATE_MESSAGES, type PaymentStatus, type StateCode } from "@/contract/states";
import { capabilitiesOf } from "@/psp/capabilities";
import type { Account } from "../caller";
import { describeCard } from "../cards/describe-card";
import { omitAbsent } from "../omit-absent";
import { refundable, refundStatusOf, totalAmount, type Payment } from "./payment";

/** A payment as callers know it, but for its links: what the API shows and what webhooks tell (section 2.1). */
export type PaymentDescription = Omit<PaymentResource, "_links">;

export function describePayment(payment: Payment, account: Account): PaymentDescription {
  // Card details show once the payer has confirmed or the journey is over (D11).
  const showsCard = isFinished(payment.status) || payment.status === "capturable";
  const card = showsCard ? describeCard(payment, account, "name") : undefined;
  return omitAbsent({
    payment_id: payment.id,
    amount: payment.amount,
    description: payment.description,
    reference: payment.reference,
    language: payment.language,
    metadata: payment.metadata ?? undefined,
    email: payment.email ?? undefined,
    state: describeState(payment),
    payment_provider: payment.paymentProvider,
    // A PSP may know the payment before it has seen a card; that is nobody's business yet.
    provider_id: (payment.lastDigits !== null && payment.providerId) || undefined,
    created_date: payment.createdAt.toISOString(),
    agreement_id: payment.agreementId ?? undefined,
    set_up_agreement: payment.setUpAgreementId ?? undefined,
    agreement_payment_type: payment.agreementPaymentType ?? undefined,
    authorisation_mode: payment.authorisationMode,
    return_url: payment.returnUrl ?? undefined,
    delayed_capture: payment.delayedCapture,
    moto: payment.moto,
    refund_summary: describeRefundSummary(payment),
    settlement_summary: omitAbsent({
      capture_submit_time: payment.captureSubmittedAt?.toISOString(),
      captured_date: payment.capturedOn ?? undefined,
      settled_date: payment.settledOn ?? undefined,
    }),
    card_details: card,
    card_brand: card?.card_brand ?? undefined,
    authorisation_summary:
      payment.threeDsRequired === null
        ? undefined
        : { three_d_secure: { required: payment.threeDsRequired } },
    exemption: payment.exemption ?? undefined,
    corporate_card_surcharge: payment.surcharge ?? undefined,
    total_amount: payment.surcharge === null ? undefined : totalAmount(payment),
    ...describeFee(payment, account),
  });
}

/** Status with, where the payment ended without success, the code and its words (2.1.1, D12). */
export function describeState({
  status,
  code,
  canRetry,
}: {
  status: PaymentStatus;
  code: StateCode | null;
  canRetry: boolean | null;
}): State {
  return omitAbsent({
    status,
    finished: isFinished(status),
    message: code === null ? undefined : STATE_MESSAGES[code],
    code: code ?? undefined,
    can_retry: canRetry ?? undefined,
  });
}

/** D23. amount_available counts the surcharge in; failed refunds have given their amount back. */
function describeRefundSummary(payment: Payment): RefundSummary {
  return {
    status: refundStatusOf(payment),
    amount_available: refundable(payment),
    amount_submitted: payment.refunded,
  };
}

/** PSP-A on live accounts only (D13). */
function describeFee(payment: Payment, account: Account): Pick<PaymentResource, "fee" | "net_amount"> {
  if (!account.live || payment.fee === null || !capabilitiesOf(payment.paymentProvider).reportsFees)
    return {};
  const paid = payment.status === "success" ? totalAmount(payment) : 0;
  return { fee: payment.fee, net_amount: paid - payment.fee };
}
