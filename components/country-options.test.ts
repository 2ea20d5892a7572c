import { expect, test } from "vitest";
import { countryMarkup, countryName, countryOptions } from "./country-options";

test("every country has a name in both languages, the United Kingdom first", () => {
  for (const language of ["en", "cy"] as const) {
    const options = countryOptions(language);
    expect(options).toHaveLength(249);
    expect(options.filter(({ value, name }) => name === value || name === "")).toEqual([]);
    expect(new Set(options.map(({ name }) => name)).size).toBe(249);
  }
  expect(countryOptions("en")[0]).toEqual({ value: "GB", name: "United Kingdom" });
  expect(countryOptions("cy")[0]).toEqual({ value: "GB", name: "Y Deyrnas Unedig" });
});

test("Welsh names stand in the order of the Welsh alphabet, where Ch is a letter after C", () => {
  const names = countryOptions("cy").map(({ name }) => name);
  expect(names.indexOf("Chile")).toBeGreaterThan(names.indexOf("Cuba"));
  expect(names.indexOf("Chile")).toBeGreaterThan(names.indexOf("Cyprus"));
});

test("as HTML every country is an option, one of them chosen, and no name is taken for markup", () => {
  const markup = countryMarkup("en", "FR");
  expect(markup.match(/<option /gu)).toHaveLength(249);
  expect(markup.match(/ selected/gu)).toHaveLength(1);
  expect(markup).toContain("<option value=FR selected>France<option ");
  expect(markup).toContain("<option value=AG>Antigua &amp; Barbuda<option ");
  expect(countryMarkup("cy", "XX")).not.toContain("selected");
});

test("a name is shown for a code", () => {
  expect([countryName("FR", "cy"), countryName("FR", "en"), countryName("XX", "en")]).toEqual([
    "Ffrainc",
    "France",
    "XX",
  ]);
});
