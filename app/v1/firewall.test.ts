import { describe, expect, test } from "vitest";
import { admitsJson, hasBarredCharacters, isJsonType } from "./firewall";

describe("an Accept header", () => {
  test.each([
    undefined,
    "",
    " ",
    "*/*",
    "application/*",
    "application/json",
    "APPLICATION/JSON",
    "application/json;q=0.001",
    "application/json; charset=utf-8",
    "text/html,application/xhtml+xml,*/*;q=0.8",
    "text/html;q=1 , application/* ;q=0.5",
  ])("admits JSON: %s", (accept) => expect(admitsJson(accept)).toBe(true));

  test.each([
    "text/html",
    "application/xml, text/*",
    "application/json;q=0",
    "application/json;q=0.000",
    "*/*; q=0",
    "application/jsonl",
    "json",
    ",",
  ])("does not admit JSON: %s", (accept) => expect(admitsJson(accept)).toBe(false));
});

describe("a Content-Type", () => {
  test.each(["application/json", "Application/Json ; charset=utf-8", "application/json;"])(
    "is JSON: %s",
    (type) => expect(isJsonType(type)).toBe(true),
  );
  test.each([
    undefined,
    "",
    "text/json",
    "application/json2",
    "application/problem+json",
    ";application/json",
  ])("is not JSON: %s", (type) => expect(isJsonType(type)).toBe(false));
});

describe("a barred character", () => {
  test("is found in any string, key or value, at any depth", () => {
    for (const barred of ["<", ">", '"', "\\", "|"]) {
      for (const body of [
        barred,
        [barred],
        { [barred]: 1 },
        { a: barred },
        { a: [{ b: [null, `x${barred}y`] }] },
      ]) {
        expect(hasBarredCharacters(body)).toBe(true);
      }
    }
  });

  test("is none of the others", () => {
    expect(
      hasBarredCharacters({ "a'b": ["&", "/", "`", "{}", "≤≥“”", "\n", "\0", 1, true, null, undefined] }),
    ).toBe(false);
  });
});
