import { CARD_FORM_FIELDS, type CardFormField, type Problem } from "@/contract/card-form";
import { MESSAGES, type Language } from "@/messages";

/** Sentences by problem code. */
export type ProblemTexts = Readonly<Record<string, string>>;

type Sentences = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/**
 * What the card form's script may have to say about these fields, and what the server has already found. Sentences
 * keep their placeholders: see `fillIn`.
 */
export function problemTexts(
  language: Language,
  fields: readonly CardFormField[],
  found: readonly Problem[],
): ProblemTexts {
  const catalogue: Readonly<Record<CardFormField, Sentences>> = MESSAGES[language].problems;
  const texts: Record<string, string> = {};
  for (const field of CARD_FORM_FIELDS) {
    for (const [why, sentence] of Object.entries(catalogue[field])) {
      if (typeof sentence === "string" && fields.includes(field)) texts[`${field}.${why}`] = sentence;
    }
  }
  for (const problem of found) texts[problem.code] = problemSentence(language, problem);
  return texts;
}

/** One problem in words, its placeholders kept. */
export function problemSentence(language: Language, { field, code }: Problem): string {
  const catalogue: Readonly<Record<CardFormField, Sentences>> = MESSAGES[language].problems;
  const [, why = "", which = ""] = code.split(".");
  const sentence = catalogue[field][why];
  return (typeof sentence === "object" ? sentence[which] : sentence) ?? code;
}
