import { createPayment } from "@/domain/payments/create-payment";
import { searchPayments } from "@/domain/payments/search-payments";
import { isRefused } from "@/domain/refused";
import { asRoute } from "../as-route";
import { handle } from "../handle";
import { link } from "../present-links";
import { presentPayment } from "../present-payment";
import { presentSearch } from "../present-search";

const create = handle("createPayment", async ({ caller, body, idempotent, now }) => {
  const outcome = await createPayment(caller, body, idempotent, now);
  if (isRefused(outcome)) return outcome;
  const { payment, replayed } = outcome;
  const resource = presentPayment(payment, caller.account);
  if (replayed) return { status: 200, body: resource };
  return { body: resource, headers: { Location: link("GET", `/v1/payments/${payment.id}`).href } };
});

const search = handle("searchPayments", async ({ caller, query, filters }) => {
  const found = await searchPayments(caller, query);
  if (isRefused(found)) return found;
  const present = (row: (typeof found.rows)[number]) => presentPayment(row, caller.account, "in search");
  return { body: presentSearch("/v1/payments", filters, found, present) };
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(create, search);
