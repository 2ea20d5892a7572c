import { expect, test } from "vitest";
import { LANGUAGES, MESSAGES, wordsIn, type Language } from ".";
import { FAULT_WORDS } from "./faults";
import { formatPounds, formatTime } from "./format";

const catalogues = {
  en: flatten({ ...MESSAGES.en, faults: FAULT_WORDS.en }),
  cy: flatten({ ...MESSAGES.cy, faults: FAULT_WORDS.cy }),
};
const keys = Object.keys(catalogues.en);

/** Names, and words that both languages write alike. */
const ALIKE = /^brands\.|^page\.titleWithService$/u;

test("both languages have the same messages, in the same order", () => {
  expect(Object.keys(catalogues.cy)).toEqual(keys);
});

test.each(keys)("%s says something in both languages, with the same placeholders", (key) => {
  const [en = "", cy = ""] = [catalogues.en[key], catalogues.cy[key]];
  expect([en.trim(), cy.trim()]).toEqual([en, cy]);
  expect(en && cy).not.toBe("");
  expect(placeholders(cy)).toEqual(placeholders(en));
  expect(cy === en).toBe(ALIKE.test(key));
});

test.each(LANGUAGES)("%s is written with typographer's apostrophes and quotes", (language) => {
  expect(Object.values(catalogues[language]).filter((text) => /['"]/u.test(text))).toEqual([]);
});

test.each(LANGUAGES)("%s has every plural form that the language needs", (language: Language) => {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const plurals = Object.values(catalogues[language]).filter((text) => /,\s*plural\s*,/u.test(text));
  for (const text of plurals) for (const form of needed) expect(text).toContain(`${form} {`);
});

test("an answer never comes in the other language, however requests are interleaved", async () => {
  const titles = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const t = wordsIn(index % 2 === 0 ? "en" : "cy");
      await Promise.resolve();
      return t("page.titleWithError", { title: String(index) });
    }),
  );
  expect(titles).toEqual(titles.map((_, index) => `${index % 2 === 0 ? "Error" : "Gwall"}: ${index}`));
});

test("money and times read alike in both languages", () => {
  expect([formatPounds(123456), formatPounds(5), formatPounds(10_000_000)]).toEqual([
    "£1,234.56",
    "£0.05",
    "£100,000.00",
  ]);
  expect(formatTime(new Date("2026-07-01T11:05:00Z"))).toBe("12:05pm");
  expect(formatTime(new Date("2026-12-01T00:05:00Z"))).toBe("12:05am");
  expect(formatTime(new Date("2026-12-01T15:05:00Z"))).toBe("3:05pm");
});

function flatten(tree: object, path = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === "string" ? [[path + key, value]] : Object.entries(flatten(value, `${path}${key}.`)),
    ),
  );
}

function placeholders(text: string): string[] {
  return (text.match(/\{(\w+)/gu) ?? []).sort();
}
