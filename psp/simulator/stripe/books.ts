import { createHash, randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import type { Answer, Frame } from "../protocol";
import type { CardKind } from "./cards";
import { noSuch } from "./refusal";

/** A payment method, with what must not be told of it: which test card it is, and what has been done with it. */
export interface StoredMethod {
  method: Stripe.PaymentMethod;
  kind: CardKind;
  used: boolean;
  detached: boolean;
}

/** A request that was answered under an Idempotency-Key. */
export interface Remembered {
  fingerprint: string;
  answer: Answer;
  until: number;
}

/** All that one account has at Stripe. Objects name each other by id; `expand` puts them into each other. */
export interface Books {
  readonly account: string;
  /** Reached through a platform: what it is told of names it. */
  readonly isConnected: boolean;
  readonly methods: Map<string, StoredMethod>;
  readonly customers: Map<string, Stripe.Customer>;
  readonly intents: Map<string, Stripe.PaymentIntent>;
  readonly charges: Map<string, Stripe.Charge>;
  readonly refunds: Map<string, Stripe.Refund>;
  readonly transfers: Map<string, Stripe.Transfer>;
  readonly transactions: Map<string, Stripe.BalanceTransaction>;
  /** Which payout a balance transaction went out with. */
  readonly paidOut: Map<string, string>;
  readonly payouts: Map<string, Stripe.Payout>;
  readonly disputes: Map<string, Stripe.Dispute>;
  readonly events: Map<string, unknown>;
  readonly remembered: Map<string, Remembered>;
}

/** What time brings to an account, by the ids of what it is about. */
export type Alarm =
  | { do: "lapse" | "completePayout" | "settleRefund" | "failRefund"; id: string }
  | { do: "arrive"; id: string; fails: boolean }
  | { do: "review" | "decide"; id: string; ends: "won" | "lost" };

/** Where a request is at home: its account's books, everybody's, the time, and who is told. */
export interface Desk {
  readonly books: Books;
  readonly clock: Frame["clock"];
  readonly url: string;
  booksOf(account: string): Books;
  after(milliseconds: number, alarm: Alarm): void;
  tell(books: Books, type: string, object: object, previous?: Record<string, unknown>): void;
}

export function emptyBooks(account: string, isConnected: boolean): Books {
  return {
    account,
    isConnected,
    methods: new Map(),
    customers: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    transfers: new Map(),
    transactions: new Map(),
    paidOut: new Map(),
    payouts: new Map(),
    disputes: new Map(),
    events: new Map(),
    remembered: new Map(),
  };
}

const EVENTS_SECONDS = 30 * 86_400;

/** Stripe remembers what it was asked for a day, and what it has told for thirty. */
export function forgetOld({ remembered, events }: Books, now: Date): void {
  for (const [key, { until }] of remembered) if (until <= now.getTime()) remembered.delete(key);
  for (const [id, event] of events) {
    const { created } = event as { created: number };
    if (created < seconds(now) - EVENTS_SECONDS) events.delete(id);
  }
}

/** The account that a secret key belongs to: every well-formed test key has one of its own. */
export function accountOf(secretKey: string): string {
  return `acct_${createHash("sha256").update(secretKey).digest("hex").slice(0, 16)}`;
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

export function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

export function found<T>(among: ReadonlyMap<string, T>, what: string, id: string, param = "id"): T {
  const object = among.get(id);
  if (object === undefined) throw noSuch(what, id, param);
  return object;
}

/** Of a reference that is never expanded in the books. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  if (reference === null || reference === undefined) return "";
  return typeof reference === "string" ? reference : reference.id;
}
