import type { CardFormField } from "@/contract/card-form";
import { isCountry } from "@/contract/countries";
import type { Journey } from "@/contract/page";

/** What the form is filled in with: what the payer sent last, else what the service knows, else nothing. */
export function firstAnswers({
  answers,
  prefilled,
  service,
}: Journey): Partial<Record<CardFormField, string>> {
  const { cardholderName, line1, line2, city, postcode, country, email } = prefilled;
  const known = {
    cardholderName,
    addressLine1: line1,
    addressLine2: line2,
    addressCity: city,
    addressPostcode: postcode,
    email,
    addressCountry:
      [country?.toUpperCase(), service.defaultCountry].find((code) => code && isCountry(code)) ?? "GB",
  };
  const given = Object.entries({ ...known, ...answers }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
