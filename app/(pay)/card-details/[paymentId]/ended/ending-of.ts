import type { Journey } from "@/contract/page";
import type { PaymentStatus, StateCode } from "@/contract/states";

export type Ending =
  | "success"
  | "authorised"
  | "declined"
  | "expired"
  | "cancelledByYou"
  | "cancelledByService"
  | "problem";

/** One ending per code: a new code does not compile until it has one. */
const ENDING_OF_CODE: Readonly<Record<StateCode, Ending>> = {
  P0010: "declined",
  P0020: "expired",
  P0030: "cancelledByYou",
  P0040: "cancelledByService",
  P0050: "problem",
};

/** Statuses in which there is nothing more for the payer to do. */
export const ENDED = [
  "capturable",
  "success",
  "failed",
  "cancelled",
  "error",
] as const satisfies PaymentStatus[];

/** How a journey ended, in the payer's terms. */
export function endingOf({ status, code }: Pick<Journey, "status" | "code">): Ending {
  if (status === "success") return "success";
  if (status === "capturable") return "authorised";
  return code === null ? "problem" : ENDING_OF_CODE[code];
}
