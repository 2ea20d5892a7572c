import { readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import type en from "@/messages/en.json";

export const LANGUAGES = ["en", "cy"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Messages = typeof en;

/** Read as files: messages/index.ts is for the bundler, Node.js imports no JSON without being told so. */
export const MESSAGES: Readonly<Record<Language, Messages>> = { en: read("en"), cy: read("cy") };

const translators = { en: translator("en"), cy: translator("cy") };

/** The words that the pages are promised to say. */
export function wordsIn(language: Language) {
  return translators[language];
}

/** Every message of a language by its key: `ended.declined.title`. */
export function allWords(language: Language): Map<string, string> {
  return new Map(flatten(MESSAGES[language], ""));
}

function flatten(tree: object, above: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, string | object]) =>
    typeof value === "string"
      ? [[above + key, value] satisfies [string, string]]
      : flatten(value, `${above}${key}.`),
  );
}

function read(language: Language): Messages {
  const file = new URL(`../../messages/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Messages;
}

function translator(locale: Language) {
  return createTranslator({ locale, messages: MESSAGES[locale], timeZone: "Europe/London" });
}
