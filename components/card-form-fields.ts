import type { UseFormRegisterReturn } from "react-hook-form";
import type { CardFormField } from "@/contract/card-form";
import type { FieldError } from "./form-group";

/** Ids that callers' own test suites rely on. */
export const INPUT_IDS: Readonly<Record<CardFormField, string>> = {
  cardNo: "card-no",
  expiryMonth: "expiry-month",
  expiryYear: "expiry-year",
  cardholderName: "cardholder-name",
  cvc: "cvc",
  addressLine1: "address-line-1",
  addressLine2: "address-line-2",
  addressCity: "address-city",
  addressCountry: "address-country",
  addressPostcode: "address-postcode",
  email: "email",
};

/** What every input of the card form has. */
export interface FieldProps extends UseFormRegisterReturn {
  id: string;
  error: FieldError | undefined;
  autoComplete: string;
  defaultValue: string | undefined;
}

/** Props of one input, by field; the second argument is the browser's autofill token. */
export type Field = (name: CardFormField, autoComplete: string) => FieldProps;
