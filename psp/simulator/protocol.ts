/**
 * How a provider's protocol plugs into the simulator.
 *
 * The frame (create-simulator.ts) owns the HTTP server, the clock, the control API under /_sim/, faults, the log and the
 * delivery of notifications. A protocol owns its provider's rules and objects, all in memory, in a folder of its own:
 *
 * 1. Write `psp/simulator/<provider>/create-<provider>.ts` exporting a `CreateProtocol`. It gets the `Frame`: time is
 *    `frame.clock.now()` and never `Date.now()`; what happens later is `frame.clock.after(milliseconds, alarm)`, which comes back
 *    as `ring(alarm)`; what the provider tells its customers is `frame.notify({…})`, sent once the answer at hand is on
 *    its way, in the words that `render` finds for it then. All three are data, and so is what `keep` gives: a
 *    simulator that is started again goes on with them.
 * 2. Add its row to `PROTOCOLS` in create-simulator.ts.
 *
 * `answer` must change its state in one go, without awaiting anything in the middle: the event loop is then its
 * transaction, and the frame can fail "before the commit" (without calling it) and "after the commit" (with its answer
 * thrown away). Faults that only the protocol can play (`error:…`, `cookie:…`) reach it as `request.fault`.
 *
 * By D38 captures and refunds of test accounts happen at once, unless the clock is steered through /_sim/clock or by a
 * test: `frame.clock.isSteered()` tells which of the two it is.
 */

import type { Clock } from "./clock";

export type Moment = "before-commit" | "after-commit";

/**
 * What goes wrong. Milliseconds where there is a number, but for `status`, which is HTTP's. `hold` has done everything
 * and keeps its answer until the faults are cleared.
 */
export type FaultAction =
  | "hold"
  | `delay:${number}`
  | `timeout:${Moment}`
  | `reset:${Moment}`
  | `status:${number}:${Moment}`
  | "truncate"
  | "garbage"
  | "slow-body"
  | `error:${string}`
  | `cookie:${"drop" | "double" | "rotate"}`
  | NotificationFault;

/** What goes wrong with a notification; `before-reply` sends those of a request before its answer. */
export type NotificationFault =
  | `notify:${"duplicate" | "reverse" | "drop" | "bad-signature" | "old-timestamp" | "unknown-order" | "before-reply"}`
  | `notify:late:${number}`;

export type ProtocolName = "stripe" | "worldpay";

export interface SimulatedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  header(name: string): string | undefined;
  readonly body: string;
  /** A fault that this request shall meet; the frame plays most of them itself. */
  readonly fault: FaultAction | undefined;
}

export interface Answer {
  readonly status: number;
  /** A header with several values is sent as often. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
  /** What goes wrong because the test card itself asks for it. */
  readonly play?: FaultAction;
  /** How long the provider takes to say so, after it has done it. */
  readonly afterMilliseconds?: number;
}

/** What a request is about, for faults to match and the log to show. */
export interface Subject {
  readonly operation: string;
  readonly ref?: string;
  readonly amount?: number;
  /** The card number, to match faults; the frame never logs it. */
  readonly card?: string;
}

/** How a notification is spoilt on its way out. */
export type NotificationFlaw = "bad-signature" | "old-timestamp" | "unknown-order";

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Something a provider tells on its own accord. */
export interface NotificationDraft {
  readonly id: string;
  readonly kind: string;
  readonly ref?: string;
  /** Notifications of one lane wait for each other: an unacknowledged one holds up those behind it. */
  readonly lane?: string;
  /** What `render` makes it from. */
  readonly content: unknown;
}

export interface Frame {
  /** The provider's own. */
  readonly clock: Pick<Clock, "now" | "isSteered" | "after">;
  /** Where the simulator is reached: `http://127.0.0.1:port`. */
  readonly url: string;
  notify(notification: NotificationDraft): void;
}

export interface Protocol {
  readonly name: ProtocolName;
  serves(request: SimulatedRequest): boolean;
  describe(request: SimulatedRequest): Subject;
  answer(request: SimulatedRequest): Answer;
  /** The provider's own way to say this HTTP status, for faults. */
  failure(status: number): Answer;
  /** A fault has answered in the protocol's place: what a retry will be told, where answers are kept. */
  keepFailure?(request: SimulatedRequest, failure: Answer, moment: Moment): void;
  /** The request's body without card data. */
  loggable(request: SimulatedRequest): string;
  /** What it asked to be told by `frame.clock.after` has fallen due. */
  ring(alarm: unknown): void;
  /** A notification, asked for anew at each attempt: one request per receiver; none means that nobody listens. */
  render(content: unknown, flaw: NotificationFlaw | undefined): readonly OutgoingRequest[];
  isAcknowledged(status: number, body: string): boolean;
  /** How long after this many failed attempts the next one comes; undefined when it gives up. */
  retryAfterMilliseconds(attempts: number): number | undefined;
  /** Settings from POST /_sim/webhooks under the protocol's name; throws on what it cannot read. */
  configure(settings: unknown): void;
  /** A card's holder disputes a captured payment, by any of its names. Absent where providers tell of no disputes. */
  dispute?(ref: string, ends: "won" | "lost"): void;
  /** What is known of a payment, by any of its names. */
  state(ref: string): unknown;
  /** Each broken law of money in a sentence; empty when all hold. */
  invariants(): string[];
  reset(): void;
  /** All that it knows, for `restore` of a later process. Card numbers are not among it. */
  keep(): unknown;
  restore(kept: unknown): void;
}

export type CreateProtocol = (frame: Frame) => Protocol;
