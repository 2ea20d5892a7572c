import { COUNTRY_CODES } from "@/contract/countries";
import type { Language } from "@/messages";

export interface Option {
  value: string;
  name: string;
}

const OPTIONS = { en: inOrder("en"), cy: inOrder("cy") };

/** Every country by its name in the payer's language and in its alphabet's order, the United Kingdom first. */
export function countryOptions(language: Language): readonly Option[] {
  return OPTIONS[language];
}

/** The same as a select's HTML, written as short as HTML may be: it is the longest part of the card page. */
export function countryMarkup(language: Language, chosen: unknown): string {
  const options = OPTIONS[language].map(({ value, name }) => {
    const text = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<option value=${value}${value === chosen ? " selected" : ""}>${text}`;
  });
  return options.join("");
}

/** A country's name; the code itself where it is none. */
export function countryName(code: string, language: Language): string {
  return OPTIONS[language].find(({ value }) => value === code)?.name ?? code;
}

function inOrder(language: Language): Option[] {
  const locale = language === "cy" ? "cy" : "en-GB";
  const names = new Intl.DisplayNames(locale, { type: "region" });
  // The long names of these two are political statements rather than names.
  const shortNames = new Intl.DisplayNames(locale, { type: "region", style: "short" });
  const nameOf = (code: string) => (code === "HK" || code === "MO" ? shortNames : names).of(code) ?? code;
  const { compare } = new Intl.Collator(locale);
  return COUNTRY_CODES.map((value) => ({ value, name: nameOf(value) })).sort(
    (a, b) => Number(b.value === "GB") - Number(a.value === "GB") || compare(a.name, b.name),
  );
}
