import type { PaymentEvents } from "@/contract/payment-resource";
import { describeState } from "@/domain/payments/describe-payment";
import type { PaymentEvent } from "@/domain/payments/list-events";
import type { Payment } from "@/domain/payments/payment";
import { omitAbsent } from "@/domain/omit-absent";
import { link } from "./present-links";

/** A payment's history (4.3, D15). */
export function presentEvents(payment: Payment, events: readonly PaymentEvent[]): PaymentEvents {
  const path = `/v1/payments/${payment.id}`;
  return {
    payment_id: payment.id,
    events: events.map((event) =>
      omitAbsent({
        payment_id: payment.id,
        state: describeState(event),
        updated: event.happenedAt.toISOString(),
        refund_id: event.refundId ?? undefined,
        _links: { payment_url: link("GET", path) },
      }),
    ),
    _links: { self: link("GET", `${path}/events`) },
  };
}
