import { createPayment } from "@/domain/payments/create-payment";
import { isRefused } from "@/domain/refused";
import { handle } from "../handle";
import { asRoute } from "../as-route";
import { link, presentPayment } from "../present-payment";

const create = handle("createPayment", async ({ caller, account, body, idempotent, now }) => {
  const outcome = await createPayment(caller, body, idempotent, now);
  if (isRefused(outcome)) return outcome;
  const { payment, replayed } = outcome;
  const resource = presentPayment(payment, account);
  if (replayed) return { status: 200, body: resource };
  return { body: resource, headers: { Location: link("GET", `/v1/payments/${payment.id}`).href } };
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(create);
