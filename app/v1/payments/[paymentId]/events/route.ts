import { findPayment } from "@/domain/payments/find-payment";
import { listEvents } from "@/domain/payments/list-events";
import { refused } from "@/domain/refused";
import { asRoute } from "../../../as-route";
import { handle } from "../../../handle";
import { presentEvents } from "../../../present-events";

const getEvents = handle("getPaymentEvents", async ({ caller, params, now }) => {
  const payment = await findPayment(caller, params.paymentId ?? "", now);
  return payment ? { body: presentEvents(payment, await listEvents(payment)) } : refused("notFound");
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(getEvents);
