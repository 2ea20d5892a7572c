import type { ResolverResult } from "react-hook-form";
import { CARD_FORM_FIELDS, type CardFormAnswers, type Collects } from "@/contract/card-form-fields";
import { findProblems } from "@/contract/card-form-rules";

const NOTHING = Object.fromEntries(
  [...CARD_FORM_FIELDS, "emailAsTyped"].map((field) => [field, ""]),
) as Required<CardFormAnswers>;

/**
 * What react-hook-form wants to know of the answers, by the very rules that the server's schema applies. The schema
 * itself stays there: it would bring all of zod to the payer's telephone, to say the same.
 */
export function checkCardForm(
  answers: CardFormAnswers,
  collects: Collects,
  now: Date,
): ResolverResult<Required<CardFormAnswers>> {
  const all = { ...NOTHING, ...answers };
  const problems = findProblems(all, collects, now);
  if (problems.length === 0) return { values: all, errors: {} };
  const errors = problems.map(({ field, code }) => [field, { type: "custom", message: code }]);
  return { values: {}, errors: Object.fromEntries(errors) };
}
