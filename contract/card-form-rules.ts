import { brandOf, hasValidCheckDigit, securityCodeLength } from "./card-brand";
import {
  digitsOf,
  looksLikeCardNumber,
  looksLikeSecurityCode,
  readMonth,
  readYear,
  squeeze,
} from "./card-answers";
import type { CardFormField, FullAnswers, Collects, Problem } from "./card-form-fields";
import { isCountry } from "./countries";
import { suggestEmail } from "./email-suggestion";
import { LIMITS } from "./limits";
import { isStorable, lengthOf } from "./text";

const EXPIRY_YEARS_AHEAD = 25;
const UK_POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA)$/;
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/i;

/** What is wrong with a payer's answers, in page order (journey of the card page; D41). */
export function findProblems(answers: FullAnswers, collects: Collects, now: Date): Problem[] {
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
function expiryProblems(answers: FullAnswers, now: Date): Problem[] {
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
