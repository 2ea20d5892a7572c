import type { PaymentStatus, StateCode } from "@/contract/states";
import { Tag } from "./tag";

const NAMES: Readonly<Record<PaymentStatus, string>> = {
  created: "Created",
  started: "Started",
  submitted: "Card entered",
  capturable: "Authorised, not taken yet",
  success: "Successful",
  failed: "Failed",
  cancelled: "Cancelled by the service",
  error: "Error",
};

const REASONS: Readonly<Record<StateCode, string>> = {
  P0010: "Declined",
  P0020: "Expired",
  P0030: "Cancelled by the payer",
  P0040: "Cancelled by the service",
  P0050: "Error",
};

/** A payment's status in words: of a failure, which kind. */
export function statusInWords({ status, code }: { status: PaymentStatus; code: StateCode | null }): string {
  return status === "failed" && code !== null ? REASONS[code] : NAMES[status];
}

export function StatusTag({ status, code }: { status: PaymentStatus; code: StateCode | null }) {
  return <Tag status={status}>{statusInWords({ status, code })}</Tag>;
}
