import { describe, expect, it } from "vitest";
import { LIMITS } from "./limits";
import { CREATE_PAYMENT_RULES, CreatePayment, metadataFaults } from "./payment";

type Rule = keyof typeof CREATE_PAYMENT_RULES;
type Body = Record<string, unknown>;

const WEB: Body = {
  amount: 4500,
  reference: "ALLOT-2041",
  description: "Allotment rent",
  return_url: "https://allotments.example.org/paid",
};
const TELEPHONE: Body = { ...WEB, authorisation_mode: "moto_api", return_url: undefined };
const AGREEMENT: Body = { ...TELEPHONE, authorisation_mode: "agreement", agreement_id: "an agreement" };

const RULES = Object.keys(CREATE_PAYMENT_RULES) as Rule[];

/** The rule that a body is refused for: of those that the schema names, the first in the table. */
function refusedFor(body: Body): Rule | undefined {
  const named = brokenBy(body);
  return RULES.find((rule) => named.includes(rule));
}

function brokenBy(body: Body): string[] {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return CreatePayment.safeParse(given).error?.issues.map(({ message }) => message) ?? [];
}

const prefill = (details: unknown): Body => ({ prefilled_cardholder_details: details });
const address = (billing: unknown): Body => prefill({ billing_address: billing });
const letters = (count: number) => "a".repeat(count);
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, n]));

/** Something that breaks each rule and, on top of the body it is laid on, nothing else. */
const BREAKS: Readonly<Record<Exclude<Rule, "Idempotency-Key.format">, { on?: Body; with: Body }>> = {
  "amount.missing": { with: { amount: undefined } },
  "amount.integer": { with: { amount: "1000" } },
  "reference.missing": { with: { reference: "   " } },
  "description.missing": { with: { description: "" } },
  "reference.text": { with: { reference: 7 } },
  "description.text": { with: { description: ["rent"] } },
  "reference.url": { with: { reference: "see www.example.org" } },
  "return_url.text": { with: { return_url: 7 } },
  "moto.boolean": { with: { moto: "true" } },
  "delayed_capture.boolean": { with: { delayed_capture: 1 } },
  "authorisation_mode.known": { with: { authorisation_mode: "post" } },
  "agreement_id.unexpected": { with: { agreement_id: "an agreement" } },
  "agreement_id.missing": { on: AGREEMENT, with: { agreement_id: " " } },
  "language.known": { with: { language: "fr" } },
  "prefilled_cardholder_details.object": { with: prefill("Angharad") },
  "billing_address.object": { with: address([]) },
  "set_up_agreement.text": { with: { set_up_agreement: 7 } },
  "agreement_id.text": { on: AGREEMENT, with: { agreement_id: 7 } },
  "agreement_payment_type.known": { on: AGREEMENT, with: { agreement_payment_type: "weekly" } },
  "agreement_payment_type.unexpected": { with: { agreement_payment_type: "recurring" } },
  "email.text": { with: { email: false } },
  "cardholder_name.text": { with: prefill({ cardholder_name: 7 }) },
  "line1.text": { with: address({ line1: 7 }) },
  "line2.text": { with: address({ line2: {} }) },
  "city.text": { with: address({ city: true }) },
  "postcode.text": { with: address({ postcode: 7 }) },
  "metadata.object": { with: { metadata: ["a"] } },
  "metadata.faults": { with: { metadata: { key: { inner: 1 } } } },
  "reference.length": { with: { reference: letters(LIMITS.referenceCharacters + 1) } },
  "description.length": { with: { description: letters(LIMITS.descriptionCharacters + 1) } },
  "return_url.length": { with: { return_url: `https://a.example/${letters(LIMITS.returnUrlCharacters)}` } },
  "email.length": { with: { email: letters(LIMITS.emailCharacters + 1) } },
  "cardholder_name.length": {
    with: prefill({ cardholder_name: letters(LIMITS.cardholderNameCharacters + 1) }),
  },
  "line1.length": { with: address({ line1: letters(LIMITS.addressLineCharacters + 1) }) },
  "line2.length": { with: address({ line2: letters(LIMITS.addressLineCharacters + 1) }) },
  "city.length": { with: address({ city: letters(LIMITS.cityCharacters + 1) }) },
  "postcode.length": { with: address({ postcode: letters(LIMITS.postcodeCharacters + 1) }) },
  "return_url.missing": { with: { return_url: undefined } },
  "return_url.url": { with: { return_url: "allotments.example.org/paid" } },
  "return_url.unexpected": { on: TELEPHONE, with: { return_url: "https://allotments.example.org" } },
};

const breaks = Object.entries(BREAKS).map(([rule, { on = WEB, with: fault }]) => ({ rule, on, fault }));

describe("the body of POST /v1/payments", () => {
  it.each([
    ["web", WEB],
    ["telephone", TELEPHONE],
    ["agreement", AGREEMENT],
  ])("is taken in mode %s with nothing but what is mandatory", (_, body) => {
    expect(brokenBy(body)).toEqual([]);
  });

  it.each(breaks)("is refused for $rule", ({ rule, on, fault }) => {
    expect(refusedFor({ ...on, ...fault })).toBe(rule);
  });

  it("names no rule that the table does not price", () => {
    for (const { on, fault } of breaks) {
      for (const named of brokenBy({ ...on, ...fault })) expect(RULES).toContain(named);
    }
  });

  const pairs = breaks.flatMap((first, index) =>
    breaks
      .slice(index + 1)
      .filter(
        (second) => first.on === second.on && !Object.keys(first.fault).some((key) => key in second.fault),
      )
      .filter((second) => !dependsOnMode(first.rule, second.rule))
      .map((second) => ({ first, second })),
  );

  it("is refused, of any two faults, for the one that stands first in the table", () => {
    expect(pairs.length).toBeGreaterThan(500);
    const outcomes = pairs.map(({ first, second }) => ({
      faults: `${first.rule} and ${second.rule}`,
      refusedFor: refusedFor({ ...first.on, ...first.fault, ...second.fault }),
      expected:
        RULES.indexOf(first.rule as Rule) < RULES.indexOf(second.rule as Rule) ? first.rule : second.rule,
    }));
    expect(outcomes.filter((pair) => pair.refusedFor !== pair.expected)).toEqual([]);
  });

  it("takes 10.0 for 10, and nothing else that is not an integer", () => {
    expect(refusedFor({ ...WEB, amount: JSON.parse("10.0") })).toBeUndefined();
    for (const amount of ["", 10.5, true, [], {}, Infinity, NaN, "10"]) {
      expect(refusedFor({ ...WEB, amount })).toBe("amount.integer");
    }
  });

  it("takes an empty email and empty metadata as existing clients send them", () => {
    expect(refusedFor({ ...WEB, email: "", metadata: {} })).toBeUndefined();
  });

  it("has no quarrel with attributes that it does not know", () => {
    expect(refusedFor({ ...WEB, colour: "blue", __proto: null })).toBeUndefined();
  });

  it("has no quarrel with a country of any kind", () => {
    for (const country of ["GB", "Narnia", 7, null, {}]) {
      expect(refusedFor({ ...WEB, ...address({ country }) })).toBeUndefined();
    }
  });

  it("has no quarrel with absent parts of an address", () => {
    const nothing = { line1: null, line2: null, city: null, postcode: null };
    expect(
      refusedFor({ ...WEB, ...prefill({ cardholder_name: null, billing_address: nothing }) }),
    ).toBeUndefined();
    expect(refusedFor({ ...WEB, ...prefill({ billing_address: null }) })).toBeUndefined();
  });

  it.each(["http://a.example", "HTTPS://A.EXAMPLE/x", "https://münchen.example/ß?q=ü"])(
    "takes %s to return to",
    (return_url) => {
      expect(refusedFor({ ...WEB, return_url })).toBeUndefined();
    },
  );

  it.each([
    "ftp://a.example",
    "//a.example",
    "/paid",
    "javascript:alert(1)",
    "https://",
    " https://a.example",
  ])("is refused for return_url.url with %s", (return_url) => {
    expect(refusedFor({ ...WEB, return_url })).toBe("return_url.url");
  });
});

describe("metadata", () => {
  it.each([
    ["more than 15 keys", many(16), "Cannot have more than 15 key-value pairs"],
    ["an empty key", { "": 1 }, "Keys must be between 1 and 30 characters long"],
    ["a key of 31 characters", { [letters(31)]: 1 }, "Keys must be between 1 and 30 characters long"],
    ["an object for a value", { key: {} }, "Values must be of type String, Boolean or Number"],
    ["an array for a value", { key: [] }, "Values must be of type String, Boolean or Number"],
    ["null for a value", { key: null }, "Values must be of type String, Boolean or Number"],
    [
      "a value of 101 characters",
      { key: letters(101) },
      "Values must be no greater than 100 characters long",
    ],
    ["keys that differ in case only", { Key: 1, key: 2 }, "Must have case insensitive unique keys"],
  ])("with %s says so", (_, metadata, fault) => {
    expect(metadataFaults(metadata)).toEqual([fault]);
    expect(refusedFor({ ...WEB, metadata })).toBe("metadata.faults");
  });

  it("says all that is wrong at once", () => {
    expect(metadataFaults({ ...many(16), "": null, KEY1: letters(101) })).toHaveLength(5);
  });

  it("takes 15 keys of 30 characters, empty values, and names that mean something to JavaScript", () => {
    const full = Object.fromEntries(
      Array.from({ length: 15 }, (_, n) => [letters(28) + String(n + 10), letters(100)]),
    );
    expect(metadataFaults(full)).toEqual([]);
    expect(metadataFaults(JSON.parse('{"__proto__":"","constructor":false,"toString":0}') as object)).toEqual(
      [],
    );
  });
});

/** A rule whose condition another's fault takes away: without a known mode nothing is known of return_url. */
function dependsOnMode(...rules: string[]): boolean {
  return (
    rules.includes("authorisation_mode.known") &&
    rules.some((rule) => /^(?:return_url|agreement_id)\./u.test(rule))
  );
}
