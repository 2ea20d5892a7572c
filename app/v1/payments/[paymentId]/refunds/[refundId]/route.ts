import { findRefund } from "@/domain/refunds/find-refund";
import { refused } from "@/domain/refused";
import { asRoute } from "../../../../as-route";
import { handle } from "../../../../handle";
import { presentRefund } from "../../../../present-refund";

const get = handle("getRefund", async ({ caller, params }) => {
  const refund = await findRefund(caller, params.paymentId ?? "", params.refundId ?? "");
  return refund ? { body: presentRefund(refund) } : refused("notFound");
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(get);
