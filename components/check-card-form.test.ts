import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CARD_FORM_FIELDS, cardForm, problemsOf, type CardFormAnswers } from "@/contract/card-form";
import { checkCardForm } from "./check-card-form";

const now = new Date("2026-11-15T12:00:00Z");
const answer = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    "4444333322221111",
    "11",
    "2039",
    "123",
    "GB",
    "SY23 1AA",
    "sian@example.org",
    "sian@gmial.com",
  ),
);
const answers: fc.Arbitrary<CardFormAnswers> = fc.record(
  Object.fromEntries([...CARD_FORM_FIELDS, "emailAsTyped"].map((field) => [field, answer])),
  { requiredKeys: [] },
);

test("the page finds wrong what the server's schema finds wrong, and nothing else", () => {
  fc.assert(
    fc.property(answers, fc.boolean(), fc.boolean(), (given, collectsBillingAddress, collectsEmail) => {
      const collects = { collectsBillingAddress, collectsEmail };
      const parsed = cardForm(collects, now).safeParse(given);
      const expected = parsed.success ? [] : problemsOf(parsed.error);
      const { errors } = checkCardForm(given, collects, now);
      const found = CARD_FORM_FIELDS.flatMap((field) => {
        const code = errors[field]?.message;
        return code === undefined ? [] : [{ field, code }];
      });
      expect(found).toEqual(expected);
    }),
  );
});

test("good answers have no problems", () => {
  const good = {
    cardNo: "4444333322221111",
    expiryMonth: "11",
    expiryYear: "39",
    cardholderName: "S P",
    cvc: "123",
  };
  const collects = { collectsBillingAddress: false, collectsEmail: false };
  expect(checkCardForm(good, collects, now).errors).toEqual({});
});
