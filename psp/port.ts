/**
 * The one door to every payment service provider. Adapters keep no database rows of ours, never throw for what
 * a provider answers, never log card data, and say `unknown` unless they can prove what happened; the domain
 * owns states, retries and the journal (psp_operations).
 */

import { PAYMENT_PROVIDERS, type PaymentProvider } from "@/contract/payment-provider";
import type {
  AuthoriseCommand,
  AuthoriseOutcome,
  PrepareCommand,
  RecurringCommand,
  SavedCard,
} from "./port/authorisation";
import type { PspEvent, PspRequest, ReadNotification } from "./port/news";
import type { PassingReason, PayoutLine, Transfer, TransferReason } from "./port/settlement";
import type { PaymentAtPsp, RefundSnapshot, Snapshot } from "./port/snapshot";

export type { Challenge } from "@/contract/challenge";
export * from "./port/authorisation";
export type * from "./port/news";
export type * from "./port/settlement";
export type * from "./port/snapshot";

export type PspName = PaymentProvider;

/** Whether a text, from an address say, names a provider. */
export function isPspName(text: string): text is PspName {
  return (PAYMENT_PROVIDERS as readonly string[]).includes(text);
}

/** What differs between providers; the domain asks these and never a provider's name. */
export interface Capabilities {
  minimumPence: number;
  maximumPence: number;
  reportsFees: boolean;
  reportsSettlement: boolean;
  /** Money not yet at the bank: PSP-A cancels, PSP-B waits until it is there (D27). */
  refundBeforeCapture: "cancel" | "wait";
  supportsDisputes: boolean;
  supports3ds: boolean;
  supportsRecurring: boolean;
  /** How long after a call its effect can be asked about; 0 means at once. */
  queryableAfterMilliseconds: number;
  /** A capture's answer is only a receipt: what became of it is told by a notification, or by asking. */
  confirmsCapturesLater: boolean;
  /** The card page first runs the provider's device check in a hidden frame, where script is on. */
  wantsDeviceData: boolean;
  /** Whether sending a refund again with its key is harmless. */
  refundIdempotent: boolean;
}

/** Which account at the provider is used, and the operation's deterministic key (also its idempotency key). */
export interface PspContext {
  readonly accountId: string;
  /** The account's credentials in the adapter's own form; empty for the sandbox, which needs none. */
  readonly credentials: PspCredentials;
  readonly live: boolean;
  readonly operationKey: string;
  readonly now: Date;
}

/** What an account was given by its provider; encrypted at rest. Each adapter parses its own (its zod schema). */
export type PspCredentials = Readonly<Record<string, unknown>>;

/** What became of a capture, void, refund or deletion. `accepted` means the real result comes later. */
export type Acknowledgement =
  /** `news`: what the provider tells along with it that another would send in a notification. */
  | { is: "done"; capturedOn?: string; feePence?: number; news?: PspEvent[] }
  | { is: "accepted" }
  | { is: "rejected"; reason: string }
  | { is: "unknown"; cause: string };

/** Whether credentials work: `unknown` when the provider cannot be asked now. */
export type CredentialsVerdict =
  | { is: "good" }
  | { is: "bad"; why: string }
  | { is: "unknown"; cause: string };

/**
 * A payment service provider. Every method may be called again with the same operation key after a crash or a
 * lost answer, and then has at most one effect.
 */
export interface Psp {
  readonly name: PspName;
  readonly capabilities: Capabilities;
  /**
   * Opens the payment at the provider, without its card, where that gives an id to ask about later; it is stored
   * before the card is sent. Absent where the id is ours to choose.
   */
  prepare?(
    context: PspContext,
    command: PrepareCommand | Omit<RecurringCommand, "providerId">,
  ): Promise<
    | { is: "prepared"; providerId: string }
    | { is: "error"; reason: string }
    | { is: "unknown"; cause: string }
  >;
  authorise(context: PspContext, command: AuthoriseCommand): Promise<AuthoriseOutcome>;
  /**
   * The payer is back from the bank's page.
   *
   * The same challenge again means that the payer has not answered it: that is no effect, and asked again under the
   * same key it is looked at anew. Another challenge means that the bank wants a second proof.
   *
   * @param session what the challenge came with; nothing that the browser brought back is believed.
   */
  complete3ds(
    context: PspContext,
    at: PaymentAtPsp & { providerId: string },
    session: Readonly<Record<string, string>>,
  ): Promise<AuthoriseOutcome>;
  authoriseSavedCard(context: PspContext, command: RecurringCommand): Promise<AuthoriseOutcome>;
  capture(context: PspContext, providerId: string, pence: number): Promise<Acknowledgement>;
  /** Releases an authorisation that was not captured. */
  void(context: PspContext, providerId: string): Promise<Acknowledgement>;
  refund(context: PspContext, providerId: string, refundId: string, pence: number): Promise<Acknowledgement>;
  /** Asks what the provider knows of a payment of ours, by our id: works when its own id was lost with the answer. */
  query(context: PspContext, at: PaymentAtPsp): Promise<Snapshot>;
  /** Asks what became of a refund. Absent where a provider can only tell it by a notification. */
  queryRefund?(context: PspContext, providerId: string, refundId: string): Promise<RefundSnapshot>;
  deleteSavedCard(context: PspContext, token: SavedCard): Promise<Acknowledgement>;
  /**
   * Whether payments under these credentials are taken by a platform, which then owes them to the service: each is
   * followed by operations of the kinds transferOut and transferIn. They change no public state.
   */
  needsTransfers?(credentials: PspCredentials): boolean;
  /** After a capture: what is left of it after fees goes to the service's account. A refund that failed comes back. */
  transferOut?(context: PspContext, transfer: Transfer, reason: PassingReason): Promise<Acknowledgement>;
  /** After a refund, a lost dispute or a failed payment with a fee: its pence come back from the service's account. */
  transferIn?(context: PspContext, transfer: Transfer, reason: TransferReason): Promise<Acknowledgement>;
  /**
   * What has become of payments since, for a provider that has no way to call us: all of it each time, told again is
   * the same.
   */
  listNews?(context: PspContext, paymentIds: readonly string[]): Promise<PspEvent[]>;
  /** Brings a simulated provider to `context.now`, the time of an account whose test clock was moved. */
  moveClock?(context: PspContext): Promise<void>;
  /** Reads a notification and judges whether it is the provider's. `acknowledgement` is what it waits to hear. */
  readNotification?(credentials: PspCredentials, request: PspRequest, now: Date): ReadNotification;
  readonly acknowledgement?: { contentType: string; body: string };
  /** The parts of a payout; undefined while they cannot be read yet. */
  listPayoutLines?(context: PspContext, payoutProviderId: string): Promise<PayoutLine[] | undefined>;
  /** Reads credentials as staff gave them; `why` names what is wrong and never repeats a secret. */
  readCredentials?(
    given: unknown,
  ): { is: "read"; credentials: PspCredentials } | { is: "invalid"; why: string };
  /** Whether credentials work, asked before they are stored; `live` tells for which of an account's two kinds. */
  checkCredentials?(credentials: PspCredentials, live: boolean): Promise<CredentialsVerdict>;
  /**
   * The device check that the card page runs in a hidden frame: posted there when the card's first digits are known,
   * which an empty field is for. What the frame then tells the page goes with the card as `deviceData`.
   */
  deviceCheck?(
    context: PspContext,
    paymentId: string,
  ): { url: string; fields: Readonly<Record<string, string>> };
}
