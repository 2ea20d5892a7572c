import { describe, expect, test } from "vitest";
import { cardForm, echoable, problemsOf, type CardFormAnswers } from "./card-form";

const now = new Date("2026-11-15T12:00:00Z");
const everything = { collectsBillingAddress: true, collectsEmail: true };
const nothing = { collectsBillingAddress: false, collectsEmail: false };

const good: CardFormAnswers = {
  cardNo: "4444 3333 2222 1111",
  expiryMonth: "11",
  expiryYear: "26",
  cardholderName: "Siân O’Neill",
  cvc: "123",
  addressLine1: "10 Stryd y Bont",
  addressLine2: "",
  addressCity: "Caernarfon",
  addressCountry: "GB",
  addressPostcode: "ll551ab",
  email: "sian@example.com",
};

const parse = (answers: Record<string, unknown>, collects = everything) =>
  cardForm(collects, now).safeParse({ ...good, ...answers });

const codes = (answers: Record<string, unknown>, collects = everything) => {
  const parsed = parse(answers, collects);
  return parsed.success ? [] : problemsOf(parsed.error).map(({ code }) => code);
};

describe("the card form", () => {
  test("reads good answers into a card", () => {
    expect(parse({}).data).toEqual({
      number: "4444333322221111",
      expiryMonth: 11,
      expiryYear: 2026,
      securityCode: "123",
      cardholderName: "Siân O’Neill",
      billingAddress: {
        line1: "10 Stryd y Bont",
        line2: null,
        city: "Caernarfon",
        postcode: "LL55 1AB",
        country: "GB",
      },
      email: "sian@example.com",
    });
  });

  test("asks for nothing that the account does not collect", () => {
    const { cardNo, expiryMonth, expiryYear, cardholderName, cvc } = good;
    const parsed = cardForm(nothing, now).safeParse({ cardNo, expiryMonth, expiryYear, cardholderName, cvc });
    expect(parsed.data).toMatchObject({ billingAddress: null, email: null });
    expect(codes({ email: "nonsense", addressPostcode: "nonsense" }, nothing)).toEqual([]);
  });

  test("reports every field that is missing, in page order, the date once", () => {
    const parsed = cardForm(everything, now).safeParse({});
    expect(parsed.success ? [] : problemsOf(parsed.error)).toEqual([
      { field: "cardNo", code: "cardNo.missing" },
      { field: "expiryMonth", code: "expiryMonth.dateMissing" },
      { field: "cardholderName", code: "cardholderName.missing" },
      { field: "cvc", code: "cvc.missing" },
      { field: "addressLine1", code: "addressLine1.missing" },
      { field: "addressCity", code: "addressCity.missing" },
      { field: "addressCountry", code: "addressCountry.missing" },
      { field: "addressPostcode", code: "addressPostcode.missing" },
      { field: "email", code: "email.missing" },
    ]);
  });

  test("takes what is no text for missing", () => {
    expect(codes({ cardNo: ["4444333322221111"], cvc: 123 })).toEqual(["cardNo.missing", "cvc.missing"]);
  });

  test("names no input in its issues", () => {
    const parsed = parse({ cardNo: "4444333322221112", cvc: "98765" });
    expect(JSON.stringify(parsed.error)).not.toMatch(/4444|98765/);
  });
});

describe("card numbers", () => {
  test.each([
    "4444333322221111",
    "4444-3333-2222-1111",
    "4444–3333—2222‑1111",
    " 4444\u00a03333\t2222 1111 ",
    "4917610000000000003",
  ])("%j is fine", (cardNo) => expect(codes({ cardNo })).toEqual([]));

  test.each([
    ["", "missing"],
    [" - ", "missing"],
    ["44443333222", "length"],
    ["44443333222211110000", "length"],
    ["4444333322221112", "invalid"],
    ["4444 3333 2222 111l", "invalid"],
    ["٤٤٤٤٣٣٣٣٢٢٢٢١١١١", "invalid"],
  ])("%j is %s", (cardNo, why) => expect(codes({ cardNo })).toEqual([`cardNo.${why}`]));
});

describe("expiry dates", () => {
  test.each([
    ["11", "26"],
    [" 11 ", " 2026 "],
    ["1", "27"],
    ["01", "2027"],
    ["11", "2051"],
  ])("%s/%s is fine", (expiryMonth, expiryYear) => expect(codes({ expiryMonth, expiryYear })).toEqual([]));

  test.each([
    ["10", "26", "expiryMonth.datePast"],
    ["10", "1999", "expiryMonth.datePast"],
    ["12", "2051", "expiryYear.tooFar"],
    ["", "26", "expiryMonth.missing"],
    ["11", "", "expiryYear.missing"],
    ["0", "27", "expiryMonth.invalid"],
    ["13", "27", "expiryMonth.invalid"],
    ["Nov", "27", "expiryMonth.invalid"],
    ["11", "226", "expiryYear.invalid"],
    ["Nov", "x", "expiryMonth.dateInvalid"],
    ["", "x", "expiryMonth.dateInvalid"],
  ])("%j/%j is %s", (expiryMonth, expiryYear, code) =>
    expect(codes({ expiryMonth, expiryYear })).toEqual([code]),
  );
});

describe("security codes", () => {
  const amex = "371449635398431";
  test.each([
    ["123", "4444333322221111", []],
    ["1234", amex, []],
    ["1234", "4444333322221111", ["cvc.threeDigits"]],
    ["123", amex, ["cvc.fourDigits"]],
    ["12a", "4444333322221111", ["cvc.threeDigits"]],
    ["12", "", ["cardNo.missing", "cvc.invalid"]],
    ["1234", "", ["cardNo.missing"]],
  ])("%j with %s: %j", (cvc, cardNo, expected) => expect(codes({ cvc, cardNo })).toEqual(expected));
});

describe("names and addresses", () => {
  test.each([
    [{ cardholderName: "4444 3333 2222 1111" }, "cardholderName.cardNumber"],
    [{ cardholderName: "123" }, "cardholderName.securityCode"],
    [{ cardholderName: "1234 " }, "cardholderName.securityCode"],
    [{ cardholderName: "x".repeat(256) }, "cardholderName.tooLong"],
    [{ cardholderName: "a\0b" }, "cardholderName.invalid"],
    [{ cardholderName: "a\ud800b" }, "cardholderName.invalid"],
    [{ addressLine1: "4444-3333-2222-1111" }, "addressLine1.cardNumber"],
    [{ addressLine2: "444433332222" }, "addressLine2.cardNumber"],
    [{ addressCity: "x".repeat(256) }, "addressCity.tooLong"],
    [{ addressCountry: "XX" }, "addressCountry.missing"],
    [{ addressPostcode: "75001" }, "addressPostcode.invalid"],
    [{ addressCountry: "FR", addressPostcode: "x".repeat(26) }, "addressPostcode.tooLong"],
  ])("%j is %s", (answers, code) => expect(codes(answers)).toEqual([code]));

  test.each([
    { cardholderName: "😀".repeat(255) },
    { addressLine1: "123" },
    { addressLine1: "Flat 12, 3456 Road 78901" },
    { addressCountry: "FR", addressPostcode: "75001" },
    { addressPostcode: "gir 0aa" },
    { addressPostcode: "EC1A1BB" },
    { addressPostcode: "BF1 0AX" },
  ])("%j is fine", (answers) => expect(codes(answers)).toEqual([]));
});

describe("email addresses", () => {
  test.each([
    "a@b",
    "a b@example.com",
    "a@@example.com",
    "a..b@example.com",
    ".a@example.com",
    "a@example.c",
  ])("%j is invalid", (email) => expect(codes({ email })).toEqual(["email.invalid"]));

  test("has a longest length", () => {
    expect(codes({ email: `a@${"example.".repeat(32)}com` })).toEqual(["email.tooLong"]);
  });

  test("is asked about once when its domain looks like a slip", () => {
    expect(codes({ email: "sian@gmial.com" })).toEqual(["email.didYouMean"]);
    expect(codes({ email: "sian@gmial.com", emailAsTyped: "sian@gmial.com" })).toEqual([]);
    expect(codes({ email: "sian@gnail.com", emailAsTyped: "sian@gmial.com" })).toEqual(["email.didYouMean"]);
  });
});

describe("answers that may be shown again", () => {
  test("are never the number or the code, and no unknown fields", () => {
    expect(echoable({ ...good, csrf: "secret" })).toEqual({
      expiryMonth: "11",
      expiryYear: "26",
      cardholderName: "Siân O’Neill",
      addressLine1: "10 Stryd y Bont",
      addressLine2: "",
      addressCity: "Caernarfon",
      addressCountry: "GB",
      addressPostcode: "ll551ab",
      email: "sian@example.com",
    });
  });

  test("leave out a card number or code in the wrong box, and what cannot be stored", () => {
    expect(
      echoable({
        cardholderName: "123",
        expiryMonth: "4444 3333 2222 1111",
        addressLine1: "card 4444-3333 2222–1111",
        addressLine2: "a\0b",
        addressCity: "x".repeat(5000),
        addressPostcode: 42,
        email: "444433332222@example.com",
      }),
    ).toEqual({});
  });
});
