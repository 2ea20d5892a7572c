import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CARD_BRANDS } from "@/contract/card";
import { CARD_FORM_FIELDS } from "@/contract/card-form";
import { LANGUAGES } from "@/messages";
import { problemTexts } from "./problem-texts";

const RULES = readFileSync(new URL("../contract/card-form-rules.ts", import.meta.url), "utf8");
const SERVER_CODES = [
  "cardNo.unknown",
  "cardNo.creditNotAccepted",
  "cardNo.debitNotAccepted",
  "cardNo.prepaidNotAccepted",
  ...CARD_BRANDS.map((brand) => `cardNo.notAccepted.${brand}`),
];

test.each(LANGUAGES)("%s has a sentence for every problem that the server adds", (language) => {
  for (const code of SERVER_CODES) {
    expect(problemTexts(language, [], [{ field: "cardNo", code }])[code]).toMatch(/ /u);
  }
});

test("every reason that the rules name has its sentence, and every sentence its reason", () => {
  const texts = problemTexts("en", CARD_FORM_FIELDS, []);
  const reasons = new Set(Object.keys(texts).map((code) => code.split(".")[1] ?? ""));
  for (const code of SERVER_CODES) reasons.delete(code.split(".")[1] ?? "");
  for (const reason of reasons) expect(RULES).toMatch(new RegExp(`["\`.]${reason}["\`]`, "u"));
});

test("sends the browser nothing about fields that are not on the page", () => {
  expect(Object.keys(problemTexts("en", ["cvc"], []))).toEqual([
    "cvc.missing",
    "cvc.invalid",
    "cvc.threeDigits",
    "cvc.fourDigits",
  ]);
});
