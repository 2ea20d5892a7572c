import type { Challenge } from "@/contract/challenge";

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
  saveFor: {
    agreementId: string;
    description: string;
    use: "recurring" | "instalment" | "unscheduled";
  } | null;
  /** A company's card, for which an exemption from 3D Secure may be asked where the account wants that. */
  corporate: boolean;
  /** The provider's own id where `prepare` has made one. */
  providerId: string | null;
  /** Where the bank's page sends the payer back to; null when no payer is present (no 3D Secure then). */
  threeDsReturnUrl: string | null;
  payer: {
    email: string | null;
    ip: string | null;
    userAgent: string;
    accept: string;
    language: "en" | "cy";
    /** What the provider's device check in the browser gave; null without script or where there is none. */
    deviceData: string | null;
    /** Whether the card form was sent by a browser that runs script. */
    hasScript: boolean;
  };
}

/** An authorisation without its card, which can be asked for again after a crash. */
export type PrepareCommand = Omit<AuthoriseCommand, "card" | "corporate" | "payer" | "providerId">;

export interface RecurringCommand {
  paymentId: string;
  amount: number;
  description: string;
  agreementId: string;
  use: "recurring" | "instalment" | "unscheduled";
  providerId: string | null;
  token: SavedCard;
}

/** What a provider needs to charge a saved card again; opaque to us, encrypted at rest. */
export type SavedCard = Readonly<Record<string, string>>;

/** What became of a wish to be exempt from 3D Secure (section 2.1). */
export interface Exemption {
  type: "corporate" | "optimised";
  result: "honoured" | "rejected" | "out of scope";
}

export type AuthoriseOutcome =
  | {
      is: "authorised";
      providerId: string;
      savedCard?: SavedCard;
      threeDs?: { required: boolean };
      exemption?: Exemption;
    }
  /** `session` is handed back to complete3ds with whatever the bank's page posted. */
  | {
      is: "challenge";
      providerId: string;
      challenge: Challenge;
      session?: Readonly<Record<string, string>>;
      exemption?: Exemption;
    }
  | {
      is: "refused";
      providerId?: string;
      reason: string;
      canRetry: boolean;
      threeDs?: { required: boolean };
      exemption?: Exemption;
    }
  | { is: "error"; providerId?: string; reason: string }
  | { is: "unknown"; cause: string };
