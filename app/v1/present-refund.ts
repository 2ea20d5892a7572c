import type { PaymentRefunds, RefundResource } from "@/contract/refund";
import type { Refund } from "@/domain/refunds/refund";
import { omitAbsent } from "@/domain/omit-absent";
import { link } from "./present-links";

/** A refund as the API shows it (2.3, D16). */
export function presentRefund(refund: Refund): RefundResource {
  const payment = `/v1/payments/${refund.paymentId}`;
  return {
    refund_id: refund.id,
    payment_id: refund.paymentId,
    amount: refund.amount,
    created_date: refund.createdAt.toISOString(),
    status: refund.status,
    settlement_summary: omitAbsent({ settled_date: refund.settledOn ?? undefined }),
    _links: { self: link("GET", `${payment}/refunds/${refund.id}`), payment: link("GET", payment) },
  };
}

/** All refunds of one payment (4.7, D16). */
export function presentRefunds(paymentId: string, refunds: readonly Refund[]): PaymentRefunds {
  const payment = `/v1/payments/${paymentId}`;
  return {
    payment_id: paymentId,
    _links: { self: link("GET", `${payment}/refunds`), payment: link("GET", payment) },
    _embedded: { refunds: refunds.map(presentRefund) },
  };
}
