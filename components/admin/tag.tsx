import type { ReactNode } from "react";
import type { AgreementStatus, DisputeStatus, PaymentStatus, RefundStatus } from "@/contract/states";
import type { PAYOUT_STATUS_NAMES } from "./status-names";

export type AnyStatus =
  | PaymentStatus
  | RefundStatus
  | AgreementStatus
  | DisputeStatus
  | keyof typeof PAYOUT_STATUS_NAMES;

/** How each looks: what went well, what went badly or waits for staff, what is still open, what is over. */
const LOOKS: Readonly<Record<AnyStatus, "good" | "bad" | "open" | "over">> = {
  created: "open",
  started: "open",
  submitted: "open",
  capturable: "open",
  success: "good",
  failed: "bad",
  error: "bad",
  cancelled: "over",
  active: "good",
  inactive: "bad",
  needs_response: "bad",
  under_review: "open",
  won: "good",
  lost: "bad",
  pending: "open",
  inTransit: "open",
  paid: "good",
};

/** A status that can be told at a glance, and by its words where nobody sees colours. */
export function Tag({ status, children }: { status: AnyStatus; children: ReactNode }) {
  return <span className={`app-tag app-tag--${LOOKS[status]}`}>{children}</span>;
}
