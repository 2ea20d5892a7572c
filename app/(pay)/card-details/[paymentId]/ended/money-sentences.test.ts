import { expect, test } from "vitest";
import type { Journey } from "@/contract/page";
import { endingOf } from "./ending-of";
import { moneySentences } from "./money-sentences";

const journey = (facts: Partial<Journey>) =>
  ({ language: "en", totalAmount: 14800, wasSubmitted: false, moneyTaken: "no", ...facts }) as Journey;

const sentences = (facts: Partial<Journey>) => {
  const told = journey({ code: null, ...facts });
  return moneySentences(told, endingOf(told));
};

test("a success says what was paid, an authorisation that nothing has been taken yet", () => {
  expect(sentences({ status: "success", moneyTaken: "yes" })).toEqual(["You have paid £148.00."]);
  expect(sentences({ status: "capturable" })[0]).toContain("has not been taken yet");
});

test("no money taken is said only where it is certain", () => {
  for (const moneyTaken of ["unsure", "yes"] as const) {
    expect(sentences({ status: "error", code: "P0050", moneyTaken }).join(" ")).not.toContain("No money");
  }
  expect(sentences({ status: "error", code: "P0050" })).toEqual(["No money has been taken."]);
});

test("a card that may have been authorised is told that the bank lets the amount go", () => {
  const [none, held] = sentences({ status: "failed", code: "P0030", wasSubmitted: true });
  expect(none).toBe("No money has been taken.");
  expect(held).toContain("release it");
});

test("every code has its own ending", () => {
  const codes = ["P0010", "P0020", "P0030", "P0040", "P0050"] as const;
  expect(codes.map((code) => endingOf({ status: "failed", code }))).toEqual([
    "declined",
    "expired",
    "cancelledByYou",
    "cancelledByService",
    "problem",
  ]);
});
