import type { PaymentStatus } from "@/contract/states";
import type { Stage } from "@/domain/payments/find-journey";

/** The pages of one payment's journey, as they stand in its addresses. */
export type JourneyPage = "card-details" | "waiting" | "three-d-secure" | "confirm" | "ended";

/** One page per status: a new status does not compile until it has its page. */
const PAGE_OF_STATUS: Readonly<Record<PaymentStatus, JourneyPage>> = {
  created: "card-details",
  started: "card-details",
  submitted: "confirm",
  capturable: "ended",
  success: "ended",
  failed: "ended",
  cancelled: "ended",
  error: "ended",
};

/** The one page that may be shown now, whatever Back, reload or a second tab ask for. */
export function pageFor({ payment, authorising }: Stage): JourneyPage {
  if (authorising) return "waiting";
  return payment.challenge === null ? PAGE_OF_STATUS[payment.status] : "three-d-secure";
}

export function addressOf(paymentId: string, page: JourneyPage): string {
  return page === "card-details" ? `/card-details/${paymentId}` : `/card-details/${paymentId}/${page}`;
}
