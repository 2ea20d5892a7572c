import type { DisputeResource } from "@/contract/dispute";
import { describeDispute } from "@/domain/disputes/describe-dispute";
import type { Dispute } from "@/domain/disputes/dispute";
import { link } from "./present-links";

/** A dispute as the API shows it (2.5, D16). */
export function presentDispute(dispute: Dispute): DisputeResource {
  return {
    ...describeDispute(dispute),
    _links: { payment: link("GET", `/v1/payments/${dispute.paymentId}`) },
  };
}
