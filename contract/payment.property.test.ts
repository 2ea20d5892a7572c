import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIMITS } from "./limits";
import { parseUrl } from "./parse-url";
import { AGREEMENT_PAYMENT_TYPES, AUTHORISATION_MODES, CREATE_PAYMENT_RULES, CreatePayment } from "./payment";
import { isBlank, isStorable, lengthOf } from "./text";

const RULES: readonly string[] = Object.keys(CREATE_PAYMENT_RULES);

const brokenBy = (body: unknown): string[] =>
  CreatePayment.safeParse(body).error?.issues.map(({ message }) => message) ?? [];

/** Whole code points, the astral ones too; what Postgres can store. */
const words = (minLength: number, maxLength: number) =>
  fc
    .array(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).filter(isStorable), {
      minLength,
      maxLength,
    })
    .map((characters) => characters.join(""));

const someWords = (maxLength: number) => words(1, maxLength).filter((text) => !isBlank(text));

const url = fc
  .webUrl({ withQueryParameters: true, withFragments: true })
  .filter((text) => text.length <= LIMITS.returnUrlCharacters && parseUrl(text) !== undefined);

const metadata = fc
  .uniqueArray(
    fc.tuple(
      words(1, LIMITS.metadataKeyCharacters),
      fc.oneof(
        words(0, LIMITS.metadataValueCharacters),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
    ),
    { maxLength: LIMITS.metadataKeys, selector: ([key]) => key.toLowerCase() },
  )
  .map((entries) => Object.fromEntries(entries));

const ofEveryMode = {
  amount: fc.integer(),
  reference: someWords(LIMITS.referenceCharacters).filter((text) => !/:\/\/|www\./iu.test(text)),
  description: someWords(LIMITS.descriptionCharacters),
};
const optional = {
  delayed_capture: fc.boolean(),
  moto: fc.boolean(),
  language: fc.constantFrom("en", "cy"),
  email: words(0, LIMITS.emailCharacters),
  set_up_agreement: words(0, 40),
  metadata,
  prefilled_cardholder_details: fc.record(
    {
      cardholder_name: words(0, LIMITS.cardholderNameCharacters),
      billing_address: fc.record(
        {
          line1: words(0, LIMITS.addressLineCharacters),
          postcode: words(0, LIMITS.postcodeCharacters),
          country: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
};
const mandatory = ["amount", "reference", "description"] as const;

const validBody = fc.oneof(
  fc.record(
    { ...ofEveryMode, ...optional, return_url: url, authorisation_mode: fc.constant("web") },
    { requiredKeys: [...mandatory, "return_url"] },
  ),
  fc.record(
    { ...ofEveryMode, ...optional, authorisation_mode: fc.constant("moto_api") },
    { requiredKeys: [...mandatory, "authorisation_mode"] },
  ),
  fc.record(
    {
      ...ofEveryMode,
      ...optional,
      authorisation_mode: fc.constant("agreement"),
      agreement_id: someWords(40),
      agreement_payment_type: fc.constantFrom(...AGREEMENT_PAYMENT_TYPES),
    },
    { requiredKeys: [...mandatory, "authorisation_mode", "agreement_id"] },
  ),
);

/** Bodies that are nearly right: known names, with anything for a value. */
const strangeBody = fc.record(
  Object.fromEntries(
    [...Object.keys(CreatePayment.shape), "unknown", "__proto__", "constructor"].map((name) => [
      name,
      fc.oneof(
        fc.jsonValue(),
        fc.constantFrom<unknown>(...AUTHORISATION_MODES, "", " ", "https://a.example", 10),
      ),
    ]),
  ),
  { requiredKeys: [] },
);

/** A pair of halves in the wrong order, a half alone, and NUL. */
const unstorable = fc
  .tuple(words(0, 20), fc.constantFrom("\0", "\uD83D", "\uDE00", "\uDE00\uD83D"), words(0, 20))
  .map(([before, bad, after]) => `a${before}${bad}b${after}`);

/** The smallest input that a promise does not hold for; null when none is found. */
function counterexample<Input>(inputs: fc.Arbitrary<Input>, holds: (input: Input) => boolean): Input | null {
  return fc.check(fc.property(inputs, holds), { numRuns: 300 }).counterexample?.[0] ?? null;
}

describe("the body of POST /v1/payments, whatever is sent", () => {
  it("is either taken or refused by a priced rule, and never throws", () => {
    const anything = fc.oneof(strangeBody, fc.object());
    expect(
      counterexample(anything, (body) => brokenBy(body).every((rule) => RULES.includes(rule))),
    ).toBeNull();
  });

  it("is taken when it keeps to the contract", () => {
    expect(counterexample(validBody, (body) => brokenBy(body).length === 0)).toBeNull();
  });

  it("is passed on as it was sent, but for attributes that nobody knows", () => {
    const sent = validBody.map((body) => JSON.parse(JSON.stringify(body)) as object);
    expect(
      counterexample(sent, (body) => isDeepStrictEqual(CreatePayment.parse({ ...body, unknown: 1 }), body)),
    ).toBeNull();
  });

  it.each(["reference", "description", "email"])("is refused for %s that cannot be stored", (field) => {
    expect(
      counterexample(fc.tuple(validBody, unstorable), ([body, text]) =>
        brokenBy({ ...body, [field]: text }).includes(`${field}.text`),
      ),
    ).toBeNull();
  });

  it("is refused for metadata that cannot be stored, key or value", () => {
    const metadata = unstorable.chain((text) => fc.constantFrom<object>({ key: text }, { [text]: 1 }));
    expect(
      counterexample(fc.tuple(validBody, metadata), ([body, metadata]) =>
        brokenBy({ ...body, metadata }).includes("metadata.faults"),
      ),
    ).toBeNull();
  });

  it("is measured in code points: an emoji is one, so is a letter", () => {
    const limit = LIMITS.descriptionCharacters;
    const fits = words(limit, limit).filter((text) => !isBlank(text));
    expect(counterexample(fits, (text) => lengthOf(text) === limit)).toBeNull();
    expect(
      counterexample(
        fc.tuple(validBody, fits, words(1, 3)),
        ([body, description, more]) =>
          brokenBy({ ...body, description }).length === 0 &&
          brokenBy({ ...body, description: description + more }).join() === "description.length",
      ),
    ).toBeNull();
  });

  it("never has input in what it says is wrong", () => {
    expect(
      counterexample(strangeBody, (body) =>
        (CreatePayment.safeParse(body).error?.issues ?? []).every((issue) => !("input" in issue)),
      ),
    ).toBeNull();
  });
});
