import type { DeclineReason } from "../decline-reasons";

export interface Fault {
  readonly code: number;
  readonly text: string;
}

/**
 * What an error of Worldpay's proves. Its text is read and never passed on: it may quote what it is about.
 *
 * - `duplicate`: an order of that code is there already, so an earlier message was taken.
 * - `notFound`: no payment is there under that code; `notReady`: not yet.
 * - `badCard`: it never went to a bank, for its details cannot be right.
 * - `open`: something went wrong on the way, and the order may stand all the same.
 * - `rejected`: nothing was done.
 */
export type FaultKind = "duplicate" | "notFound" | "notReady" | "badCard" | "noToken" | "open" | "rejected";

/** Internal, not available, in progress, 3D Secure's and the token's other parties: no word on the order itself. */
const OPEN: ReadonlySet<number> = new Set([1, 8, 9, 13, 14]);

export function kindOf({ code, text }: Fault): FaultKind {
  if (code === 5 && /duplicate order/iu.test(text)) return "duplicate";
  if (code === 5 && /could not find payment for order/iu.test(text)) return "notFound";
  if (code === 5 && /not ready/iu.test(text)) return "notReady";
  if (code === 5 && /token/iu.test(text)) return "noToken";
  if (code === 7 && CARD_DETAILS.test(text)) return "badCard";
  return OPEN.has(code) ? "open" : "rejected";
}

const CARD_DETAILS = /card ?number|expir|cvc|security code|card details/iu;

/** Which of a card's details cannot be right. */
export function badDetailOf({ text }: Fault): DeclineReason {
  if (/expir/iu.test(text)) return "expired_card";
  return /cvc|security code/iu.test(text) ? "incorrect_cvc" : "invalid_card_number";
}

/** What is kept of an error. */
export function reasonOfFault({ code }: Fault): string {
  return `worldpay_error_${code}`;
}
