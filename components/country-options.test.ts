import { expect, test } from "vitest";
import { countryName, countryOptions } from "./country-options";

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

test("a name is shown for a code", () => {
  expect([countryName("FR", "cy"), countryName("FR", "en"), countryName("XX", "en")]).toEqual([
    "Ffrainc",
    "France",
    "XX",
  ]);
});
