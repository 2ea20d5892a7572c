import type { PaymentLinks, PaymentResource } from "@/contract/payment-resource";
import { paymentStatusesBefore, type PaymentStatus } from "@/contract/states";
import type { Account } from "@/domain/caller";
import { omitAbsent } from "@/domain/omit-absent";
import { describePayment } from "@/domain/payments/describe-payment";
import type { Payment } from "@/domain/payments/payment";
import { paymentToken } from "@/domain/payments/payment-token";
import { link } from "./present-links";

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
  return { ...describePayment(payment, account), _links: presentLinks(payment, where) };
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
