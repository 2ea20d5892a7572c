import { randomInt } from "node:crypto";
import type { Fate, Verdict } from "./fates";

/** How long what happened is not yet to be seen by inquiries. */
export interface Happening {
  readonly at: Date;
  readonly lastEvent: string;
}

export interface Refund {
  readonly reference: string;
  readonly pence: number;
  state: "sent" | "refunded" | "failed";
}

export interface ChallengeState {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly acsUrl: string;
  readonly payload: string;
  machine: string;
  answer?: "pass" | "fail" | "cancel";
}

/** An order at the bank. Of its card number no more is known than receipts show. */
export interface Order {
  readonly merchantCode: string;
  readonly orderCode: string;
  readonly description: string;
  readonly pence: number;
  readonly maskedNumber: string;
  readonly holder: string;
  readonly expiry: { month: string; year: string };
  readonly fate: Fate;
  readonly verdict: Verdict;
  readonly history: Happening[];
  challenge?: ChallengeState;
  threeDsResult?: string;
  exemption?: { type: string; placement: string; result: string; reason: string };
  token?: { id: string; event: "NEW" | "MATCH"; shopper: string; reference: string | undefined };
  /** What an authorised order saves its card for. */
  saveFor?: { shopper: string; reference: string | undefined };
  isCaptureSent: boolean;
  capturedPence: number;
  capturedAt?: Date;
  refunds: Refund[];
}

export interface SavedCard {
  readonly id: string;
  readonly shopper: string;
  readonly maskedNumber: string;
  readonly holder: string;
  readonly expiry: { month: string; year: string };
  readonly fate: Fate;
  isDeleted: boolean;
}

/** What a merchant has. */
export interface Books {
  readonly orders: Map<string, Order>;
  readonly savedCards: SavedCard[];
}

export function createBooks(): Books {
  return { orders: new Map(), savedCards: [] };
}

export function findOrder(books: Books, merchantCode: string, orderCode: string): Order | undefined {
  return books.orders.get(keyOf({ merchantCode, orderCode }));
}

export function addOrder(books: Books, order: Order): void {
  books.orders.set(keyOf(order), order);
}

/** What an order goes by in the books. */
export function keyOf({ merchantCode, orderCode }: Pick<Order, "merchantCode" | "orderCode">): string {
  return `${merchantCode} ${orderCode}`;
}

export function lastEventOf({ history }: Order): string | undefined {
  return history.at(-1)?.lastEvent;
}

/** Whether the bank holds the money of it, and nobody has asked to take that. */
export function isHeld(order: Order): boolean {
  return lastEventOf(order) === "AUTHORISED" && !order.isCaptureSent;
}

/** What may still be given back: each refund under way counts. */
export function refundablePence({ pence, isCaptureSent, capturedPence, refunds }: Order): number {
  const given = refunds
    .filter(({ state }) => state !== "failed")
    .reduce((sum, refund) => sum + refund.pence, 0);
  return (capturedPence || (isCaptureSent ? pence : 0)) - given;
}

/** The card's token for this shopper: made once, found again. */
export function saveCard(
  books: Books,
  order: Order,
  { shopper, reference }: { shopper: string; reference: string | undefined },
): NonNullable<Order["token"]> {
  const known = books.savedCards.find(
    (card) => card.shopper === shopper && isSameCard(card, order) && !card.isDeleted,
  );
  if (known) return { id: known.id, event: "MATCH", shopper, reference };
  const id = `99${Array.from({ length: 17 }, () => randomInt(10)).join("")}`;
  const { maskedNumber, holder, expiry, fate } = order;
  books.savedCards.push({ id, shopper, maskedNumber, holder, expiry, fate, isDeleted: false });
  return { id, event: "NEW", shopper, reference };
}

/** As far as can be told from what is shown of cards. */
function isSameCard(one: Pick<Order, "maskedNumber" | "expiry">, other: typeof one): boolean {
  const shown = ({ maskedNumber, expiry }: typeof one) => `${maskedNumber} ${expiry.month}/${expiry.year}`;
  return shown(one) === shown(other);
}

export function masked(number: string): string {
  return `${number.slice(0, 4)}${"*".repeat(Math.max(0, number.length - 8))}${number.slice(-4)}`;
}
