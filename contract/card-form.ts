import * as z from "zod/mini";
import { brandOf, hasValidCheckDigit, securityCodeLength } from "./card-brand";
import { isCountry } from "./countries";
import { suggestEmail } from "./email-suggestion";
import { LIMITS } from "./limits";
import { isStorable, lengthOf } from "./text";

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

/** What the account asks payers for besides their card. */
export interface Collects {
  collectsBillingAddress: boolean;
  collectsEmail: boolean;
}

/**
 * The card form's schema, used by the page's script and again by the server. Messages of its issues are problem
 * codes such as `cardNo.missing`; no issue carries input.
 *
 * @param now decides which expiry dates have passed.
 */
export function cardForm(collects: Collects, now: Date) {
  const text = z._default(z.catch(z.string(), ""), "");
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
const EXPIRY_YEARS_AHEAD = 25;
const SPACES_AND_DASHES = /[\s\p{Pd}\p{Cf}\u2212]/gu;
const UK_POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA)$/;
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/i;

type Texts = Record<CardFormField | "emailAsTyped", string>;

function findProblems(answers: Texts, collects: Collects, now: Date): Problem[] {
  const problems: Problem[] = [];
  const report = (field: CardFormField, why: string | undefined) => {
    if (why !== undefined) problems.push({ field, code: `${field}.${why}` });
  };

  report("cardNo", numberProblem(digitsOf(answers.cardNo)));
  problems.push(...expiryProblems(answers, now));
  report("cardholderName", nameProblem(answers.cardholderName.trim()));
  report("cvc", securityCodeProblem(digitsOf(answers.cvc), digitsOf(answers.cardNo)));
  if (collects.collectsBillingAddress) {
    report("addressLine1", textProblem(answers.addressLine1, LIMITS.addressLineCharacters));
    const line2 = answers.addressLine2.trim();
    report("addressLine2", line2 === "" ? undefined : textProblem(line2, LIMITS.addressLineCharacters));
    report("addressCity", textProblem(answers.addressCity, LIMITS.cityCharacters));
    report("addressCountry", isCountry(answers.addressCountry) ? undefined : "missing");
    report("addressPostcode", postcodeProblem(answers.addressPostcode, answers.addressCountry));
  }
  if (collects.collectsEmail) report("email", emailProblem(answers.email.trim(), answers.emailAsTyped));
  return problems;
}

function numberProblem(digits: string): string | undefined {
  if (digits === "") return "missing";
  if (!/^\d+$/.test(digits)) return "invalid";
  if (digits.length < 12 || digits.length > 19) return "length";
  return hasValidCheckDigit(digits) ? undefined : "invalid";
}

/** At most one, since both inputs share one message on the page; names that start with "date" speak of both. */
function expiryProblems(answers: Texts, now: Date): Problem[] {
  const [month, year] = [readMonth(answers.expiryMonth), readYear(answers.expiryYear)];
  const [noMonth, noYear] = [answers.expiryMonth.trim() === "", answers.expiryYear.trim() === ""];
  if (noMonth && noYear) return [{ field: "expiryMonth", code: "expiryMonth.dateMissing" }];
  if (month === null && year === null) return [{ field: "expiryMonth", code: "expiryMonth.dateInvalid" }];
  if (month === null)
    return [{ field: "expiryMonth", code: `expiryMonth.${noMonth ? "missing" : "invalid"}` }];
  if (year === null) return [{ field: "expiryYear", code: `expiryYear.${noYear ? "missing" : "invalid"}` }];

  const months = (year - now.getUTCFullYear()) * 12 + (month - 1 - now.getUTCMonth());
  if (months < 0) return [{ field: "expiryMonth", code: "expiryMonth.datePast" }];
  if (months > EXPIRY_YEARS_AHEAD * 12) return [{ field: "expiryYear", code: "expiryYear.tooFar" }];
  return [];
}

function nameProblem(name: string): string | undefined {
  return looksLikeSecurityCode(name) ? "securityCode" : textProblem(name, LIMITS.cardholderNameCharacters);
}

function securityCodeProblem(code: string, number: string): string | undefined {
  if (code === "") return "missing";
  const length = securityCodeLength(brandOf(number));
  if (/^\d{3,4}$/.test(code) && (length === null || code.length === length)) return undefined;
  return length === null ? "invalid" : length === 4 ? "fourDigits" : "threeDigits";
}

function textProblem(answer: string, maximum: number): string | undefined {
  const text = answer.trim();
  if (text === "") return "missing";
  if (!isStorable(text)) return "invalid";
  if (looksLikeCardNumber(text)) return "cardNumber";
  return lengthOf(text) > maximum ? "tooLong" : undefined;
}

function postcodeProblem(postcode: string, country: string): string | undefined {
  const problem = textProblem(postcode, LIMITS.postcodeCharacters);
  if (problem || country !== "GB") return problem;
  return UK_POSTCODE.test(squeeze(postcode)) ? undefined : "invalid";
}

/** An unlikely domain is asked about once; sent again as it was, it is accepted. */
function emailProblem(email: string, asTyped: string): string | undefined {
  if (email === "") return "missing";
  if (lengthOf(email) > LIMITS.emailCharacters) return "tooLong";
  if (!EMAIL.test(email) || /^\.|\.\.|\.@/.test(email)) return "invalid";
  return email !== asTyped && suggestEmail(email) !== null ? "didYouMean" : undefined;
}

function read(answers: Texts, collects: Collects): CardDetails {
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

function digitsOf(answer: string): string {
  return answer.replace(SPACES_AND_DASHES, "");
}

function readMonth(answer: string): number | null {
  const month = /^\d{1,2}$/.test(answer.trim()) ? Number(answer) : 0;
  return month >= 1 && month <= 12 ? month : null;
}

function readYear(answer: string): number | null {
  const year = answer.trim();
  if (/^\d{2}$/.test(year)) return 2000 + Number(year);
  return /^\d{4}$/.test(year) ? Number(year) : null;
}

function squeeze(postcode: string): string {
  return postcode.replace(SPACES_AND_DASHES, "").toUpperCase();
}

function looksLikeCardNumber(text: string): boolean {
  return (text.match(/\p{Nd}/gu) ?? []).length >= 12;
}

function looksLikeSecurityCode(text: string): boolean {
  return /^\d{3,4}$/.test(text.replace(SPACES_AND_DASHES, ""));
}
