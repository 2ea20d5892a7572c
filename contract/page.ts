import type { CardBrand } from "./card";
import type { Challenge } from "./challenge";
import type { CardFormField, Problem } from "./card-form";
import type { Colours } from "./colour";
import type { PaymentStatus, StateCode } from "./states";

/** A billing address as pages show it; the country is an ISO 3166-1 alpha-2 code. */
export interface PageAddress {
  line1: string;
  line2?: string;
  city: string;
  postcode: string;
  country: string;
}

/** A form for a hidden frame: posted to the provider as it is, its empty field filled with the card's first digits. */
export interface DeviceCheck {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Everything a payer's pages may know of one payment. Amounts are pence; no card number or security code, ever. */
export interface Journey {
  paymentId: string;
  language: "en" | "cy";
  status: PaymentStatus;
  code: StateCode | null;
  amount: number;
  surcharge: number | null;
  totalAmount: number;
  description: string;
  reference: string;
  returnUrl: string;
  delayedCapture: boolean;
  moto: boolean;
  /** What is hidden while staff type a telephone order's card. */
  masks: { number: boolean; securityCode: boolean };
  createdAt: Date;
  expiresAt: Date | null;
  /** Until then, by the server's clock; 0 where no time is set. */
  secondsLeft: number;
  /** Card details had been submitted: a declined or expired card may have been authorised. */
  wasSubmitted: boolean;
  /** "no" only where it is certain. */
  moneyTaken: "yes" | "no" | "unsure";
  service: {
    nameEn: string;
    nameCy: string | null;
    organisation: string;
    live: boolean;
    /** How the service's own pages look, where it wants to be recognised. */
    colours: Colours;
    logo: { address: string; width: number; height: number } | null;
    collectsBillingAddress: boolean;
    collectsEmail: boolean;
    acceptedBrands: CardBrand[];
    acceptedTypes: ("credit" | "debit")[];
    acceptsPrepaid: boolean;
    defaultCountry: string;
  };
  /** Of the agreement that this payment saves the card for. */
  agreementDescription: string | null;
  prefilled: {
    cardholderName?: string;
    line1?: string;
    line2?: string;
    city?: string;
    postcode?: string;
    country?: string;
    email?: string;
  };
  /** What the payer sent last, as far as it may be shown again. */
  answers: Partial<Record<CardFormField, string>>;
  problems: Problem[];
  card: {
    brand: CardBrand | null;
    type: "credit" | "debit" | null;
    lastDigits: string;
    expiry: string;
    cardholderName: string;
    billingAddress: PageAddress | null;
    email: string | null;
  } | null;
  /** The bank's page that waits for the payer. */
  challenge: Challenge | null;
  /** The provider's check of the payer's device, run beside the card form. */
  deviceCheck: DeviceCheck | null;
  /** Of the forms on this payment's pages. */
  csrf: string;
}
