import { findPayment } from "@/domain/payments/find-payment";
import { createRefund } from "@/domain/refunds/create-refund";
import { listRefunds } from "@/domain/refunds/find-refund";
import { isRefused, refused } from "@/domain/refused";
import { asRoute } from "../../../as-route";
import { handle } from "../../../handle";
import { presentRefund, presentRefunds } from "../../../present-refund";

const create = handle("createRefund", async ({ caller, params, body, now }) => {
  const outcome = await createRefund(caller, params.paymentId ?? "", body, now);
  return isRefused(outcome) ? outcome : { body: presentRefund(outcome) };
});

const list = handle("listPaymentRefunds", async ({ caller, params, now }) => {
  const payment = await findPayment(caller, params.paymentId ?? "", now);
  return payment ? { body: presentRefunds(payment.id, await listRefunds(payment)) } : refused("notFound");
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(create, list);
