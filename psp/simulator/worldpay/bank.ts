import {
  addOrder,
  isHeld,
  keyOf,
  lastEventOf,
  refundablePence,
  saveCard,
  type Books,
  type Order,
} from "./orders";
import type { Journal } from "./write-notification";

/** What the bank needs of the world around it. */
export interface World {
  now(): Date;
  /** Rings once the clock has come that far. */
  at(when: Date, alarm: Alarm): void;
  /** Whether somebody moves the clock: then everything takes its usual time, and otherwise none at all. */
  isDriven(): boolean;
  /** Tells the merchant, not before `journal.at` and what was told before. */
  tell(order: Order, journal: Journal): void;
}

/** What time brings to an order, by its key; a refund by its place among the order's. */
export type Alarm = { order: string } & (
  | { do: "expire" | "settle" }
  | { do: "capture"; pence: number }
  | { do: "refund" | "finishRefund"; refund: number }
);

export interface Bank {
  readonly books: Books;
  readonly world: World;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOTICE = 15 * MINUTE;

/** Enters a new order with its first event and tells of it; a held one lapses after a week. */
export function openOrder(bank: Bank, order: Order): void {
  addOrder(bank.books, order);
  if (order.challenge) return;
  decide(bank, order, order.verdict.is);
}

/** The bank's verdict, at once or after the challenge. */
export function decide(bank: Bank, order: Order, lastEvent: string): void {
  const { world, books } = bank;
  const now = world.now();
  order.history.push({ at: now, lastEvent });
  if (lastEvent === "AUTHORISED" && order.saveFor) order.token = saveCard(books, order, order.saveFor);
  if (lastEvent !== "ERROR") world.tell(order, { type: lastEvent, at: now });
  if (lastEvent !== "AUTHORISED") return;
  world.at(later(now, 7 * DAY), { do: "expire", order: keyOf(order) });
}

/** Does what has fallen due. */
export function ring(bank: Bank, alarm: Alarm): void {
  const order = bank.books.orders.get(alarm.order);
  if (!order) return;
  switch (alarm.do) {
    case "expire":
      return isHeld(order) ? happen(bank, order, "EXPIRED") : undefined;
    case "capture":
      return capture(bank, order, alarm.pence);
    case "settle":
      return happen(bank, order, "SETTLED_BY_MERCHANT", { notice: true });
    case "refund":
      return carryOutRefund(bank, order, alarm.refund);
    case "finishRefund":
      return finishRefund(bank, order, alarm.refund);
  }
}

/** A capture was receipted: once for an order that is held, otherwise it is silently nothing. */
export function sendCapture(bank: Bank, order: Order, pence: number): void {
  if (!isHeld(order)) return;
  order.isCaptureSent = true;
  const { world } = bank;
  const when = world.isDriven() ? nextRun(world.now()) : world.now();
  whenDone(bank, when, { do: "capture", order: keyOf(order), pence });
}

function capture(bank: Bank, order: Order, pence: number): void {
  const { world } = bank;
  if (order.fate.captureFails || pence > order.pence) {
    order.isCaptureSent = false;
    happen(bank, order, "CAPTURE_FAILED", { notice: true, description: "Capture refused by acquirer" });
    return;
  }
  order.capturedPence = pence;
  order.capturedAt = world.now();
  happen(bank, order, "CAPTURED", { notice: true });
  if (world.isDriven()) world.at(later(world.now(), DAY), { do: "settle", order: keyOf(order) });
}

/** A cancellation was receipted: what is held is let go, and anything else stays as it is. */
export function sendCancel(bank: Bank, order: Order): void {
  if (isHeld(order)) happen(bank, order, "CANCELLED");
}

/** A refund was receipted: each is another one, and only afterwards it turns out whether there was money left. */
export function sendRefund(bank: Bank, order: Order, reference: string, pence: number): void {
  if (!order.isCaptureSent) return;
  const { world } = bank;
  const fails = order.fate.refundFails === true || pence > refundablePence(order);
  order.refunds.push({ reference, pence, state: fails ? "failed" : "sent" });
  const start = world.isDriven() && !order.capturedAt ? nextRun(world.now()) : world.now();
  whenDone(bank, start, { do: "refund", order: keyOf(order), refund: order.refunds.length - 1 });
}

function carryOutRefund(bank: Bank, order: Order, index: number): void {
  const { world } = bank;
  const { refund, about, isOnline } = refundOf(order, index);
  if (refund.state === "failed") {
    const description = order.fate.refundFails
      ? "Refused by the cardholder's bank"
      : "Amount exceeds what was captured";
    happen(bank, order, "REFUND_FAILED", { ...about, description });
    return;
  }
  if (!world.isDriven()) return finishRefund(bank, order, index);
  const approval = isOnline ? [{ type: "refund_authorisation", reference: "A12345" }] : [];
  happen(bank, order, "SENT_FOR_REFUND", { ...about, references: [...about.references, ...approval] });
  world.at(later(world.now(), DAY), { do: "finishRefund", order: keyOf(order), refund: index });
}

type About = { notice?: boolean } & Partial<Pick<Journal, "description" | "pence" | "references">>;

function finishRefund(bank: Bank, order: Order, index: number): void {
  const { refund, about } = refundOf(order, index);
  refund.state = "refunded";
  happen(bank, order, "REFUNDED", about);
}

/** Worldpay names our reference in either of two places, and asks some banks while it sends, but not all. */
function refundOf({ orderCode, refunds }: Order, index: number) {
  const refund = refunds[index];
  if (!refund) throw new Error(`Order ${orderCode} has no refund ${index}`);
  const { pence, reference } = refund;
  const isOnline = index % 2 === 1;
  const references = [{ type: isOnline ? "refund" : "capture", reference }];
  return { refund, isOnline, about: { notice: true, pence, references } };
}

function happen(bank: Bank, order: Order, lastEvent: string, { notice, ...about }: About = {}): void {
  const { world } = bank;
  const now = world.now();
  order.history.push({ at: now, lastEvent });
  world.tell(order, { type: lastEvent, at: notice && world.isDriven() ? later(now, NOTICE) : now, ...about });
}

function whenDone(bank: Bank, when: Date, alarm: Alarm): void {
  if (when <= bank.world.now()) ring(bank, alarm);
  else bank.world.at(when, alarm);
}

/** Captures are carried out in one go, at two in the morning. */
function nextRun(now: Date): Date {
  const run = new Date(now);
  run.setUTCHours(2, 0, 0, 0);
  return run > now ? run : later(run, DAY);
}

function later(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}

/** What must hold whatever happened on the way; each breach in words. */
export function breachesOf({ books }: Bank): string[] {
  const orders = [...books.orders.values()];
  const held = orders.filter(isHeld).map(({ orderCode }) => orderCode.replace(/-[a-z]\d$/u, ""));
  return [
    ...orders.flatMap(breachesOfOrder),
    ...held
      .filter((payment, index) => held.indexOf(payment) < index)
      .map((payment) => `${payment}: held by more than one order`),
  ];
}

function breachesOfOrder({ orderCode, pence, isCaptureSent, capturedPence, refunds }: Order): string[] {
  const refunded = refunds
    .filter(({ state }) => state !== "failed")
    .reduce((sum, refund) => sum + refund.pence, 0);
  const captured = capturedPence || (isCaptureSent ? pence : 0);
  return [
    ...(capturedPence > pence ? [`${orderCode}: captured more than was authorised`] : []),
    ...(refunded > captured ? [`${orderCode}: refunded more than was captured`] : []),
  ];
}

/** An order as it may be shown: its card stays out. */
export function describeOrder({ books }: Bank, order: Order): Record<string, unknown> {
  const { merchantCode, orderCode, pence, capturedPence, refunds, history, challenge } = order;
  const waits = challenge && history.length === 0;
  const state = waits ? "CHALLENGED" : (lastEventOf(order) ?? "NONE");
  const savedCard = books.savedCards.find(({ id }) => id === order.token?.id);
  return {
    merchantCode,
    orderCode,
    state,
    pence,
    capturedPence,
    refunds,
    history,
    challenged: !!challenge,
    savedCardDeleted: savedCard?.isDeleted === true,
  };
}
