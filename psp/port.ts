/**
 * The one door to every payment service provider. Adapters keep no database rows of ours, never throw for what
 * a provider answers, never log card data, and say `unknown` unless they can prove what happened; the domain
 * owns states, retries and the journal (psp_operations).
 */

export type PspName = "sandbox" | "stripe" | "worldpay";

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
  /** Whether sending a refund again with its key is harmless. */
  refundIdempotent: boolean;
}

/** Which account at the provider is used, and the operation's deterministic key (also its idempotency key). */
export interface PspContext {
  readonly accountId: string;
  readonly live: boolean;
  readonly operationKey: string;
  readonly now: Date;
}

/** A card number and its code, in memory only: prints as nothing wherever it is logged or serialised. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return "[secret]";
  }
  toJSON(): string {
    return "[secret]";
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

export interface Address {
  line1: string;
  line2?: string;
  city: string;
  postcode: string;
  country: string;
}

export interface PspCard {
  number: Secret;
  securityCode: Secret;
  expiryMonth: number;
  expiryYear: number;
  cardholderName: string;
  billingAddress: Address | null;
}

export interface AuthoriseCommand {
  paymentId: string;
  /** Pence, corporate surcharge included. */
  amount: number;
  description: string;
  reference: string;
  card: PspCard;
  moto: boolean;
  /** Present when the card is to be saved for later payments of an agreement. */
  saveFor: { agreementId: string; use: "recurring" | "instalment" | "unscheduled" } | null;
  /** Where the bank's page sends the payer back to; null when no payer is present (no 3D Secure then). */
  threeDsReturnUrl: string | null;
  payer: {
    email: string | null;
    ip: string | null;
    userAgent: string;
    accept: string;
    language: "en" | "cy";
  };
}

export interface RecurringCommand {
  paymentId: string;
  amount: number;
  description: string;
  agreementId: string;
  token: SavedCard;
}

/** What a provider needs to charge a saved card again; opaque to us, encrypted at rest. */
export type SavedCard = Readonly<Record<string, string>>;

/** How the browser is handed to the bank's page. */
export type Challenge =
  | { via: "redirect"; url: string }
  | { via: "post"; url: string; fields: Readonly<Record<string, string>> };

export type AuthoriseOutcome =
  | {
      is: "authorised";
      providerId: string;
      savedCard?: SavedCard;
      threeDs?: { required: boolean };
    }
  | { is: "challenge"; providerId: string; challenge: Challenge }
  | { is: "refused"; providerId?: string; reason: string; canRetry: boolean; threeDs?: { required: boolean } }
  | { is: "error"; providerId?: string; reason: string }
  | { is: "unknown"; cause: string };

/** What became of a capture, void, refund or deletion. `accepted` means the real result comes later. */
export type Acknowledgement =
  | { is: "done"; capturedOn?: string; feePence?: number }
  | { is: "accepted" }
  | { is: "rejected"; reason: string }
  | { is: "unknown"; cause: string };

/** The provider's own view of a payment, for answers that were lost. */
export interface Snapshot {
  state: "missing" | "challenge" | "authorised" | "captured" | "refused" | "voided" | "error" | "unknown";
  providerId?: string;
  capturedOn?: string;
  refundedPence?: number;
  savedCard?: SavedCard;
  threeDs?: { required: boolean };
}

/**
 * A payment service provider. Every method may be called again with the same operation key after a crash or a
 * lost answer, and then has at most one effect.
 */
export interface Psp {
  readonly name: PspName;
  readonly capabilities: Capabilities;
  authorise(context: PspContext, command: AuthoriseCommand): Promise<AuthoriseOutcome>;
  /** The payer is back from the bank's page. */
  complete3ds(context: PspContext, providerId: string): Promise<AuthoriseOutcome>;
  authoriseSavedCard(context: PspContext, command: RecurringCommand): Promise<AuthoriseOutcome>;
  capture(context: PspContext, providerId: string, pence: number): Promise<Acknowledgement>;
  /** Releases an authorisation that was not captured. */
  void(context: PspContext, providerId: string): Promise<Acknowledgement>;
  refund(context: PspContext, providerId: string, refundId: string, pence: number): Promise<Acknowledgement>;
  /** Asks what the provider knows of a payment of ours, by our id: works when its own id was lost with the answer. */
  query(context: PspContext, paymentId: string): Promise<Snapshot>;
  deleteSavedCard(context: PspContext, token: SavedCard): Promise<Acknowledgement>;
}
