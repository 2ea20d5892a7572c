import type { PaymentLinks, PaymentResource, RefundSummary, State } from "@/contract/payment-resource";
import {
  isFinished,
  paymentStatusesBefore,
  STATE_MESSAGES,
  type PaymentStatus,
  type StateCode,
} from "@/contract/states";
import type { Account } from "@/domain/caller";
import { refundable, refundStatusOf, totalAmount, type Payment } from "@/domain/payments/payment";
import { paymentToken } from "@/domain/payments/payment-token";
import { capabilitiesOf } from "@/psp/capabilities";
import { presentCard } from "./present-card";
import { link, omitAbsent } from "./present-links";

/**
 * A payment as the API shows it (section 2.1).
 *
 * @param where next_url and next_url_post are for creation and single get, never for searches (D9).
 */
export function presentPayment(
  payment: Payment,
  account: Account,
  where: "alone" | "in search" = "alone",
): PaymentResource {
  // Card details show once the payer has confirmed or the journey is over (D11).
  const showsCard = isFinished(payment.status) || payment.status === "capturable";
  const card = showsCard ? presentCard(payment, account, "name") : undefined;
  return omitAbsent({
    payment_id: payment.id,
    amount: payment.amount,
    description: payment.description,
    reference: payment.reference,
    language: payment.language,
    metadata: payment.metadata ?? undefined,
    email: payment.email ?? undefined,
    state: presentState(payment),
    payment_provider: payment.paymentProvider,
    provider_id: payment.providerId ?? undefined,
    created_date: payment.createdAt.toISOString(),
    agreement_id: payment.agreementId ?? undefined,
    set_up_agreement: payment.setUpAgreementId ?? undefined,
    agreement_payment_type: payment.agreementPaymentType ?? undefined,
    authorisation_mode: payment.authorisationMode,
    return_url: payment.returnUrl ?? undefined,
    delayed_capture: payment.delayedCapture,
    moto: payment.moto,
    refund_summary: presentRefundSummary(payment),
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
    ...presentFee(payment, account),
    _links: presentLinks(payment, where),
  });
}

/** Status with, where the payment ended without success, the code and its words (2.1.1, D12). */
export function presentState({
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

function presentLinks(payment: Payment, where: "alone" | "in search"): PaymentLinks {
  const path = `/v1/payments/${payment.id}`;
  const cancellable =
    payment.authorisationMode !== "agreement" &&
    paymentStatusesBefore("cancelByService").includes(payment.status);
  return omitAbsent({
    self: link("GET", path),
    events: link("GET", `${path}/events`),
    refunds: link("GET", `${path}/refunds`),
    cancel: cancellable ? link("POST", `${path}/cancel`) : null,
    capture: payment.status === "capturable" ? link("POST", `${path}/capture`) : undefined,
    ...(where === "alone" && nextUrls(payment)),
    ...authUrl(payment),
  });
}

function nextUrls(payment: Payment): Pick<PaymentLinks, "next_url" | "next_url_post"> {
  const resumable: PaymentStatus[] = ["created", "started", "submitted"];
  if (payment.authorisationMode !== "web" || !resumable.includes(payment.status)) return {};
  const token = paymentToken("next url", payment);
  return {
    next_url: link("GET", `/secure/${token}`),
    next_url_post: {
      ...link("POST", "/secure"),
      type: "application/x-www-form-urlencoded",
      params: { chargeTokenId: token },
    },
  };
}

function authUrl(payment: Payment): Pick<PaymentLinks, "auth_url_post"> {
  if (payment.authorisationMode !== "moto_api" || payment.status !== "created") return {};
  return {
    auth_url_post: {
      ...link("POST", "/v1/auth"),
      type: "application/json",
      // There is only ever the one: while its card is being authorised, it is spent and says so.
      params: { one_time_token: paymentToken("one-time token", { id: payment.id, tokenGeneration: 0 }) },
    },
  };
}

/** D23. amount_available counts the surcharge in; failed refunds have given their amount back. */
function presentRefundSummary(payment: Payment): RefundSummary {
  return {
    status: refundStatusOf(payment),
    amount_available: refundable(payment),
    amount_submitted: payment.refunded,
  };
}

/** PSP-A on live accounts only (D13). */
function presentFee(payment: Payment, account: Account): Pick<PaymentResource, "fee" | "net_amount"> {
  if (!account.live || payment.fee === null || !capabilitiesOf(payment.paymentProvider).reportsFees)
    return {};
  const paid = payment.status === "success" ? totalAmount(payment) : 0;
  return { fee: payment.fee, net_amount: paid - payment.fee };
}
