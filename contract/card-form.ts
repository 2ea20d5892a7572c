import * as z from "zod/mini";
import {
  digitsOf,
  looksLikeCardNumber,
  looksLikeSecurityCode,
  readMonth,
  readYear,
  squeeze,
} from "./card-answers";
import {
  CARD_FORM_FIELDS,
  type CardFormField,
  type FullAnswers,
  type Collects,
  type Problem,
} from "./card-form-fields";
import { findProblems } from "./card-form-rules";
import { isStorable, lengthOf } from "./text";

export { CARD_FORM_FIELDS };
export type { CardFormAnswers, CardFormField, Collects, Problem } from "./card-form-fields";

/** The card as the payer gave it, read and cleaned. Lives only in the request that carries it. */
export interface CardDetails {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  securityCode: string;
  cardholderName: string;
  billingAddress: {
    line1: string;
    line2: string | null;
    city: string;
    postcode: string;
    country: string;
  } | null;
  email: string | null;
}

/**
 * The card form's schema, used by the page's script and again by the server. Messages of its issues are problem
 * codes such as `cardNo.missing`; no issue carries input.
 *
 * @param now decides which expiry dates have passed.
 */
export function cardForm(collects: Collects, now: Date) {
  // A field that is missing or no text counts as left empty.
  const text = z.prefault(
    z.transform((answer: string) => (typeof answer === "string" ? answer : "")),
    "",
  );
  const fields = Object.fromEntries(
    [...CARD_FORM_FIELDS, "emailAsTyped"].map((field) => [field, text]),
  ) as Record<CardFormField | "emailAsTyped", typeof text>;

  return z.pipe(
    z.object(fields).check(({ value, issues }) => {
      for (const { field, code } of findProblems(value, collects, now))
        issues.push({ code: "custom", path: [field], message: code, input: undefined });
    }),
    z.transform((answers): CardDetails => read(answers, collects)),
  );
}

/** What a failed parse found, one problem per field, in page order. */
export function problemsOf(error: {
  issues: readonly { path: PropertyKey[]; message: string }[];
}): Problem[] {
  return CARD_FORM_FIELDS.flatMap((field) => {
    const issue = error.issues.find(({ path }) => path[0] === field);
    return issue ? [{ field, code: issue.message }] : [];
  });
}

/**
 * The part of a payer's answers that may be stored and shown again: never number or code, nor any text that
 * may be one of them in the wrong box (D41).
 */
export function echoable(answers: Readonly<Record<string, unknown>>): Partial<Record<CardFormField, string>> {
  const kept: Partial<Record<CardFormField, string>> = {};
  for (const field of CARD_FORM_FIELDS) {
    const answer = answers[field];
    if (field === "cardNo" || field === "cvc" || typeof answer !== "string") continue;
    if (looksLikeCardNumber(answer) || !isStorable(answer) || lengthOf(answer) > ECHO_CHARACTERS) continue;
    if (field === "cardholderName" && looksLikeSecurityCode(answer)) continue;
    kept[field] = answer;
  }
  return kept;
}

const ECHO_CHARACTERS = 1000;

function read(answers: FullAnswers, collects: Collects): CardDetails {
  const country = answers.addressCountry;
  const postcode = answers.addressPostcode.trim();
  return {
    number: digitsOf(answers.cardNo),
    expiryMonth: readMonth(answers.expiryMonth) ?? 0,
    expiryYear: readYear(answers.expiryYear) ?? 0,
    securityCode: digitsOf(answers.cvc),
    cardholderName: answers.cardholderName.trim(),
    billingAddress: collects.collectsBillingAddress
      ? {
          line1: answers.addressLine1.trim(),
          line2: answers.addressLine2.trim() || null,
          city: answers.addressCity.trim(),
          postcode: country === "GB" ? squeeze(postcode).replace(/...$/, " $&") : postcode,
          country,
        }
      : null,
    email: collects.collectsEmail ? answers.email.trim() : null,
  };
}
