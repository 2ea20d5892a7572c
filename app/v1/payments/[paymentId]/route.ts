import { findPayment } from "@/domain/payments/find-payment";
import { refused } from "@/domain/refused";
import { asRoute } from "../../as-route";
import { handle } from "../../handle";
import { presentPayment } from "../../present-payment";

const get = handle("getPayment", async ({ caller, params, now }) => {
  const payment = await findPayment(caller, params.paymentId ?? "", now);
  return payment ? { body: presentPayment(payment, caller.account) } : refused("notFound");
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(get);
