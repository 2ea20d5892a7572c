/** The fields of the card form, in the order in which they stand on the page. */
export const CARD_FORM_FIELDS = [
  "cardNo",
  "expiryMonth",
  "expiryYear",
  "cardholderName",
  "cvc",
  "addressLine1",
  "addressLine2",
  "addressCity",
  "addressCountry",
  "addressPostcode",
  "email",
] as const;
export type CardFormField = (typeof CARD_FORM_FIELDS)[number];

/** What a payer sent: text per field. `emailAsTyped` is the address that the page has already asked about. */
export type CardFormAnswers = Partial<Record<CardFormField | "emailAsTyped", string>>;

/** What is wrong with one field: the key of a message, never text and never input. */
export interface Problem {
  field: CardFormField;
  code: string;
}

/** What the account asks payers for besides their card. */
export interface Collects {
  collectsBillingAddress: boolean;
  collectsEmail: boolean;
}

/** Every answer, those that are missing as empty text. */
export type FullAnswers = Record<CardFormField | "emailAsTyped", string>;
