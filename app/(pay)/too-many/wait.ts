import { CARD_TESTING } from "@/contract/limits";
import { isId } from "@/domain/new-id";

/** A payment that is refused for now, and for how long. */
export interface Wait {
  readonly minutes: number;
  readonly paymentId: string;
}

/** The address of the page that tells a payer to wait. */
export function addressToWaitAt(paymentId: string, waitSeconds: number): string {
  return `/too-many?minutes=${Math.ceil(waitSeconds / 60)}&payment=${paymentId}`;
}

/** What that address says. Anybody can write one: undefined unless it says a wait that we might have told. */
export function readWait({ minutes, payment }: { minutes?: unknown; payment?: unknown }): Wait | undefined {
  const wait = Math.min(Number(minutes), CARD_TESTING.longestDelayMinutes);
  const isKnown = Number.isInteger(wait) && wait >= 1 && typeof payment === "string" && isId(payment);
  return isKnown ? { minutes: wait, paymentId: payment } : undefined;
}

/** What Retry-After says there: where nobody knows, as long as the first wait is. */
export function secondsToWait(search: URLSearchParams): number {
  const wait = readWait(Object.fromEntries(search));
  return wait ? wait.minutes * 60 : CARD_TESTING.shortestDelaySeconds;
}
