import { createTranslator } from "next-intl";
import cy from "./cy.json";
import en from "./en.json";

export const LANGUAGES = ["en", "cy"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Both catalogues have the same keys: a message that one lacks does not compile. */
export type Messages = typeof en;
en satisfies typeof cy;
export const MESSAGES = { en, cy } satisfies Record<Language, Messages>;

const translators = { en: translator("en"), cy: translator("cy") };
export type Translate = (typeof translators)[Language];

/**
 * The words of one language. The language is always named by the caller, from the payment: there is no ambient
 * one, so that the languages of two requests cannot mix.
 */
export function wordsIn(language: Language): Translate {
  return translators[language];
}

/** The other of the two, for what is shown in both. */
export function otherLanguage(language: Language): Language {
  return language === "en" ? "cy" : "en";
}

function translator(locale: Language) {
  return createTranslator({ locale, messages: MESSAGES[locale], timeZone: "Europe/London" });
}
