import { expect, test } from "vitest";
import type { Journey } from "@/contract/page";
import { firstAnswers } from "./first-answers";

const journey = (prefilled: Journey["prefilled"], answers: Journey["answers"] = {}, defaultCountry = "GB") =>
  ({ prefilled, answers, service: { defaultCountry } }) as Journey;

test("what the service knows is filled in", () => {
  expect(firstAnswers(journey({ cardholderName: "Siân", line1: "1 Stryd", country: "fr" }))).toEqual({
    cardholderName: "Siân",
    addressLine1: "1 Stryd",
    addressCountry: "FR",
  });
});

test("what the payer sent last comes first, an emptied field included", () => {
  expect(firstAnswers(journey({ email: "a@example.com" }, { email: "", addressCountry: "DE" }))).toEqual({
    email: "",
    addressCountry: "DE",
  });
});

test("an unusable country makes it the service's, and at last the United Kingdom", () => {
  expect(firstAnswers(journey({ country: "XX" }, {}, "IE")).addressCountry).toBe("IE");
  expect(firstAnswers(journey({ country: "Cymru" }, {}, "??")).addressCountry).toBe("GB");
});
