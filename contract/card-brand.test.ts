import { expect, test } from "vitest";
import { brandOf, hasValidCheckDigit, securityCodeLength } from "./card-brand";

test.each([
  ["4", "visa"],
  ["5105105105105100", "master-card"],
  ["2221", "master-card"],
  ["2720", "master-card"],
  ["2721", null],
  ["371449635398431", "american-express"],
  ["3566002020360505", "jcb"],
  ["6011000990139424", "discover"],
  ["36148900647913", "diners-club"],
  ["6759649826438453", "maestro"],
  ["62", "unionpay"],
  ["3", null],
  ["", null],
  ["9", null],
])("%j begins %s", (digits, brand) => expect(brandOf(digits)).toBe(brand));

test("knows the length of the security code once the network is known", () => {
  expect([null, "american-express", "visa"].map((brand) => securityCodeLength(brand as never))).toEqual([
    null,
    4,
    3,
  ]);
});

test("tells a right check digit from a wrong one", () => {
  expect(hasValidCheckDigit("4444333322221111")).toBe(true);
  expect(hasValidCheckDigit("4444333322221112")).toBe(false);
});
