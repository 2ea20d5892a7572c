import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "@/contract/operations";
import { PaymentResource } from "@/contract/payment-resource";
import { database } from "@/db/client";
import { agreements, paymentEvents, paymentInstruments, payments } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import type { Account } from "@/domain/caller";
import { isId, newId } from "@/domain/new-id";
import { refusalIn, serveApi, type TestApi } from "../test-api";

const WEB = {
  amount: 1000,
  reference: "REF-1",
  description: "A permit",
  return_url: "https://service.example/return",
};
const { return_url: _, ...BASE } = WEB;
const MOTO_API = { ...BASE, authorisation_mode: "moto_api" };
const JSON_TYPE = { "Content-Type": "application/json" };

let api: TestApi;
let account: Account;
let key: string;

beforeAll(async () => {
  ({ account, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const create = async (body: unknown, headers: Record<string, string> = {}) =>
  api.post<PaymentResource>("/v1/payments", body, { key, headers });
const createText = async (text: string) =>
  api.send<PaymentResource>("POST", "/v1/payments", { key, headers: JSON_TYPE, text });

async function made(body: object): Promise<PaymentResource> {
  const answer = await create(body);
  expect(answer).toMatchObject({ status: 201 });
  return PaymentResource.parse(answer.body);
}

/** What a body is refused with; nothing may have been written. */
async function refusalOf(body: unknown, { of = { account, key }, headers = {} } = {}): Promise<object> {
  const count = async () => database().$count(payments, eq(payments.serviceId, of.account.serviceId));
  const before = await count();
  const answer = await api.post("/v1/payments", body, { key: of.key, headers });
  expect(await count()).toBe(before);
  return refusalIn(answer);
}

const missing = (field: string) => ({
  status: 400,
  code: "P0101",
  description: `Missing mandatory attribute: ${field}`,
  field,
});
const invalid = (field: string, why: string) => ({
  status: 422,
  code: "P0102",
  description: `Invalid attribute value: ${field}. ${why}`,
  field,
});
const unexpected = (field: string) => ({
  status: 400,
  code: "P0104",
  description: `Unexpected attribute: ${field}`,
  field,
});

async function agreement(status: "created" | "active" | "cancelled", of: Account = account): Promise<string> {
  const now = new Date();
  const { serviceId, id: accountId } = of;
  const card = { serviceId, id: newId(now), accountId, createdAt: now };
  await database()
    .insert(paymentInstruments)
    .values({
      ...card,
      paymentProvider: "sandbox",
      firstDigits: "444433",
      lastDigits: "1111",
      cardExpiry: "04/31",
      cardholderName: "Jean Payer",
    });
  const id = newId(now);
  await database()
    .insert(agreements)
    .values({
      ...card,
      id,
      status,
      reference: "AGR-1",
      description: "A subscription",
      cancelledAt: status === "cancelled" ? now : null,
      paymentInstrumentId: status === "active" ? card.id : null,
    });
  return id;
}

const faces = (count: number) => "\u{1F600}".repeat(count);

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, n]));

describe("a payment", () => {
  test("is created with what was sent, exactly as the specification shows it", async () => {
    const answer = await create({
      ...WEB,
      language: "cy",
      email: "payer@example.org",
      metadata: { ledger: "AB1", fund: 7, paid: false },
      delayed_capture: true,
      moto: true,
    });
    expect(answer.status).toBe(201);
    const { payment_id, created_date, _links, ...rest } = answer.body;
    expect(rest).toEqual({
      amount: 1000,
      reference: "REF-1",
      description: "A permit",
      return_url: "https://service.example/return",
      language: "cy",
      email: "payer@example.org",
      metadata: { ledger: "AB1", fund: 7, paid: false },
      delayed_capture: true,
      moto: true,
      state: { status: "created", finished: false },
      payment_provider: "sandbox",
      authorisation_mode: "web",
      refund_summary: { status: "pending", amount_available: 1000, amount_submitted: 0 },
      settlement_summary: {},
    });
    expect(isId(payment_id)).toBe(true);
    expect(created_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
    expect(Math.abs(Date.now() - Date.parse(created_date))).toBeLessThan(10_000);
    expect(Object.keys(_links).sort()).toEqual([
      "cancel",
      "events",
      "next_url",
      "next_url_post",
      "refunds",
      "self",
    ]);
  });

  test("has defaults for what was not sent, and leaves out what does not apply", async () => {
    const { payment_id: _, created_date: __, _links, ...rest } = await made(WEB);
    expect(rest).toEqual({
      ...WEB,
      language: "en",
      delayed_capture: false,
      moto: false,
      state: { status: "created", finished: false },
      payment_provider: "sandbox",
      authorisation_mode: "web",
      refund_summary: { status: "pending", amount_available: 1000, amount_submitted: 0 },
      settlement_summary: {},
    });
  });

  test("tells where it is with 201 and Location, as its self link does", async () => {
    const { headers, body } = await create(WEB);
    expect(headers.location).toBe(body._links.self.href);
    expect(headers.location).toMatch(new RegExp(`^https?://[^/]+/v1/payments/${body.payment_id}$`, "u"));
    const path = new URL(headers.location ?? "").pathname;
    expect((await api.get(path, { key })).body).toEqual(body);
  });

  test("has its first event", async () => {
    const { payment_id } = await made(WEB);
    const events = await database()
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.paymentId, payment_id));
    expect(events).toMatchObject([{ status: "created", code: null }]);
  });

  test("has an id of 26 lower-case characters that sorts by time", async () => {
    const ids = [await made(WEB), await made(WEB)].map(({ payment_id }) => payment_id);
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{26}$/u);
    expect(ids[0]?.slice(0, 10) ?? "").toSatisfy((first: string) => first <= (ids[1]?.slice(0, 10) ?? ""));
  });

  test("is the same for null attributes as for absent ones", async () => {
    const nothing = Object.fromEntries(
      [
        "language", "email", "metadata", "moto", "delayed_capture", "authorisation_mode", "agreement_id",
        "set_up_agreement", "agreement_payment_type", "prefilled_cardholder_details",
      ].map((field) => [field, null]),
    ); // prettier-ignore
    const { payment_id: _, created_date: __, _links: ___, ...plain } = await made(WEB);
    expect(await made({ ...WEB, ...nothing })).toMatchObject(plain);
  });

  test("takes no notice of attributes that it does not know", async () => {
    expect(
      await made({ ...WEB, unknown: { deep: [null] }, constructor: 1, payment_id: "mine" }),
    ).not.toHaveProperty("unknown");
    expect(
      (await createText('{"__proto__":{"amount":5},"reference":"R","description":"D"}')).body,
    ).toMatchObject({
      code: "P0101",
      field: "amount",
    });
  });

  test.each([
    ["email", ""],
    ["metadata", {}],
  ])("has no %s when an existing client sends an empty one", async (field, empty) => {
    expect(await made({ ...WEB, [field]: empty })).not.toHaveProperty(field);
  });

  test("takes a telephone order through the API, and marks it as moto", async () => {
    const payment = await made(MOTO_API);
    expect(payment).toMatchObject({ authorisation_mode: "moto_api", moto: true });
    expect(payment).not.toHaveProperty("return_url");
    expect(payment._links).not.toHaveProperty("next_url");
    expect(payment._links.auth_url_post).toEqual({
      href: expect.stringMatching(/\/v1\/auth$/u) as string,
      method: "POST",
      type: "application/json",
      params: { one_time_token: expect.stringMatching(/^[0-9a-z]{40,}$/u) as string },
    });
  });

  test("sets up an agreement, which may have been cancelled, and echoes what for", async () => {
    for (const status of ["created", "active", "cancelled"] as const) {
      const set_up_agreement = await agreement(status);
      const payment = await made({ ...WEB, set_up_agreement, agreement_payment_type: "instalment" });
      expect(payment).toMatchObject({ set_up_agreement, agreement_payment_type: "instalment" });
      expect(payment).not.toHaveProperty("agreement_id");
    }
    expect(await made({ ...WEB, set_up_agreement: await agreement("created") })).toMatchObject({
      agreement_payment_type: "recurring",
    });
  });

  test("keeps return_url as it was sent", async () => {
    const return_url = "HTTPS://Service.Example:443/a b/ü?q=1&r=%2F#part";
    expect(await made({ ...WEB, return_url })).toMatchObject({ return_url });
    expect(await made({ ...WEB, return_url: "http://localhost:8080/" })).toMatchObject({
      return_url: "http://localhost:8080/",
    });
  });

  test("keeps the payer's prefilled details to itself, and any country at all is fine", async () => {
    for (const country of ["GB", "XX", "United Kingdom", "", 5, null, {}, [], true]) {
      const payment = await made({
        ...WEB,
        prefilled_cardholder_details: {
          cardholder_name: "Jean Payer",
          billing_address: { line1: "1 High Street", country },
        },
      });
      expect(JSON.stringify(payment)).not.toContain("Jean Payer");
      expect(payment).not.toHaveProperty("card_details");
    }
  });
});

describe("an amount", () => {
  test.each([
    ["10.0", 10],
    ["1e3", 1000],
    ["1.5e1", 15],
    ["1", 1],
    ["10000000", 10_000_000],
    ["100000e-2", 1000],
  ])("may be written as %s", async (written, amount) => {
    const answer = await createText(JSON.stringify({ ...WEB, amount: 0 }).replace(":0", `:${written}`));
    expect(answer).toMatchObject({ status: 201, body: { amount } });
    expect(answer.text).toContain(`"amount":${amount},`);
  });

  test.each(['"1000"', '""', "10.5", "true", "false", "[1]", "{}", "1e400", "-1e400", "0.1"])(
    "must be a JSON integer: %s",
    async (written) => {
      const answer = await createText(JSON.stringify({ ...WEB, amount: 0 }).replace(":0", `:${written}`));
      expect(refusalIn(answer)).toEqual(invalid("amount", "Must be a valid numeric format"));
    },
  );

  test("is bounded by the provider: the sandbox", async () => {
    for (const amount of [0, -1, -9_007_199_254_740_991, -1e300]) {
      expect(await refusalOf({ ...WEB, amount })).toEqual(
        invalid("amount", "Must be greater than or equal to 1"),
      );
    }
    for (const amount of [10_000_001, 9_007_199_254_740_991, 1e17, 1e300]) {
      expect(await refusalOf({ ...WEB, amount })).toEqual(
        invalid("amount", "Must be less than or equal to 10000000"),
      );
    }
  });

  test.each([
    ["stripe", 30, 10_000_000],
    ["worldpay", 1, 500_000],
  ] as const)("is bounded by the provider: %s", async (paymentProvider, least, most) => {
    const of = await testAccount({ paymentProvider });
    const post = async (amount: number) => api.post("/v1/payments", { ...WEB, amount }, { key: of.key });
    expect((await post(least)).status).toBe(201);
    expect((await post(most)).status).toBe(201);
    expect(await refusalOf({ ...WEB, amount: least - 1 }, { of })).toEqual(
      invalid("amount", `Must be greater than or equal to ${least}`),
    );
    expect(await refusalOf({ ...WEB, amount: most + 1 }, { of })).toEqual(
      invalid("amount", `Must be less than or equal to ${most}`),
    );
  });
});

const ADDRESS = (address: object) => ({ ...WEB, prefilled_cardholder_details: { billing_address: address } });
const A_STRING = "Field must be a string";

/** Each rule of the body, by its row, with bodies that break it. */
const RULES: Record<string, { refusal: object; bodies: object[] }> = {
  "amount.missing": {
    refusal: missing("amount"),
    bodies: [{}, { ...WEB, amount: undefined }, { ...WEB, amount: null }],
  },
  "amount.integer": {
    refusal: invalid("amount", "Must be a valid numeric format"),
    bodies: [{ ...WEB, amount: "1000" }],
  },
  "reference.missing": {
    refusal: missing("reference"),
    bodies: [undefined, null, "", " ", "\t\n\u00a0"].map((reference) => ({ ...WEB, reference })),
  },
  "description.missing": {
    refusal: missing("description"),
    bodies: [undefined, null, "", " "].map((description) => ({ ...WEB, description })),
  },
  "reference.text": {
    refusal: invalid("reference", "Must be a valid string format"),
    bodies: [1, true, [], {}, "a\0b", "\ud83d", "\ude00 a"].map((reference) => ({ ...WEB, reference })),
  },
  "description.text": {
    refusal: invalid("description", "Must be a valid string format"),
    bodies: [1, false, ["a"], {}, "\0", "a\udfff"].map((description) => ({ ...WEB, description })),
  },
  "reference.url": {
    refusal: invalid("reference", "Must not contain a URL"),
    bodies: ["see https://a.example", "www.a.example", "WWW.A", "ftp://a"].map((reference) => ({
      ...WEB,
      reference,
    })),
  },
  "return_url.text": {
    refusal: invalid("return_url", "Must be a valid URL format"),
    bodies: [1, {}, [], true, "https://a.example/\0", "https://a.example/\ud83d"].map((return_url) => ({
      ...WEB,
      return_url,
    })),
  },
  "moto.boolean": {
    refusal: invalid("moto", "Must be true or false"),
    bodies: ["true", 1, 0, {}, ""].map((moto) => ({ ...WEB, moto })),
  },
  "delayed_capture.boolean": {
    refusal: invalid("delayed_capture", "Must be true or false"),
    bodies: ["false", 0, []].map((delayed_capture) => ({ ...WEB, delayed_capture })),
  },
  "authorisation_mode.known": {
    refusal: invalid("authorisation_mode", "Must be one of web, moto_api, agreement"),
    bodies: ["", "Web", "external", 1, true].map((authorisation_mode) => ({ ...WEB, authorisation_mode })),
  },
  "agreement_id.unexpected": {
    refusal: unexpected("agreement_id"),
    bodies: [
      { ...WEB, agreement_id: "a" },
      { ...MOTO_API, agreement_id: "a" },
      { ...WEB, authorisation_mode: "web", agreement_id: 5 },
    ],
  },
  "agreement_id.missing": {
    refusal: missing("agreement_id"),
    bodies: [undefined, null, "", " "].map((agreement_id) => ({
      ...BASE,
      authorisation_mode: "agreement",
      agreement_id,
    })),
  },
  "language.known": {
    refusal: invalid("language", 'Must be "en" or "cy"'),
    bodies: ["", "EN", "fr", 1, true].map((language) => ({ ...WEB, language })),
  },
  "prefilled_cardholder_details.object": {
    refusal: invalid("prefilled_cardholder_details", "Must be an object"),
    bodies: ["", 1, [], true].map((prefilled_cardholder_details) => ({
      ...WEB,
      prefilled_cardholder_details,
    })),
  },
  "billing_address.object": {
    refusal: invalid("billing_address", "Must be an object"),
    bodies: ["", 1, [], true].map((billing_address) => ({
      ...WEB,
      prefilled_cardholder_details: { billing_address },
    })),
  },
  "set_up_agreement.text": {
    refusal: invalid("set_up_agreement", A_STRING),
    bodies: [1, {}, true, "\0"].map((set_up_agreement) => ({ ...WEB, set_up_agreement })),
  },
  "agreement_id.text": {
    refusal: invalid("agreement_id", A_STRING),
    bodies: [1, {}, true, "\0"].map((agreement_id) => ({
      ...BASE,
      authorisation_mode: "agreement",
      agreement_id,
    })),
  },
  "agreement_payment_type.known": {
    refusal: invalid("agreement_payment_type", "Must be one of instalment, recurring, unscheduled"),
    bodies: ["", "weekly", 1].map((agreement_payment_type) => ({
      ...WEB,
      set_up_agreement: "a",
      agreement_payment_type,
    })),
  },
  "agreement_payment_type.unexpected": {
    refusal: unexpected("agreement_payment_type"),
    bodies: [{ ...WEB, agreement_payment_type: "recurring" }],
  },
  "email.text": {
    refusal: invalid("email", A_STRING),
    bodies: [1, {}, [], true, "a\0@b"].map((email) => ({ ...WEB, email })),
  },
  "cardholder_name.text": {
    refusal: invalid("cardholder_name", A_STRING),
    bodies: [1, [], "\ud83d"].map((cardholder_name) => ({
      ...WEB,
      prefilled_cardholder_details: { cardholder_name },
    })),
  },
  "line1.text": { refusal: invalid("line1", A_STRING), bodies: [ADDRESS({ line1: 1 })] },
  "line2.text": { refusal: invalid("line2", A_STRING), bodies: [ADDRESS({ line2: {} })] },
  "city.text": { refusal: invalid("city", A_STRING), bodies: [ADDRESS({ city: true })] },
  "postcode.text": { refusal: invalid("postcode", A_STRING), bodies: [ADDRESS({ postcode: 12345 })] },
  "metadata.object": {
    refusal: invalid("metadata", "Must be an object of JSON key-value pairs"),
    bodies: ["", "a", 1, true, [], [{ a: 1 }]].map((metadata) => ({ ...WEB, metadata })),
  },
  "metadata.faults": {
    refusal: invalid("metadata", "Values must be of type String, Boolean or Number"),
    bodies: [{ a: null }, { a: {} }, { a: [] }, { a: "\0" }, { a: "\ud83d" }].map((metadata) => ({
      ...WEB,
      metadata,
    })),
  },
  "Idempotency-Key.format": {
    refusal: {
      status: 422,
      code: "P0102",
      description:
        "Header [Idempotency-Key] can have a size between 1 and 255 and contain only letters, digits and hyphens",
      header: "Idempotency-Key",
    },
    bodies: [],
  },
  "return_url.missing": {
    refusal: missing("return_url"),
    bodies: [undefined, null, "", "  "].map((return_url) => ({ ...WEB, return_url })),
  },
  "return_url.url": {
    refusal: invalid("return_url", "Must be a valid URL format"),
    bodies: [
      "service.example/return", "/return", "//service.example", "ftp://service.example", "javascript:alert(1)",
      "https://", "https:service.example", "https:///", " https://service.example", "https://a b/", "mailto:a@b",
      "http://[::1", "data:text/html,x",
    ].map((return_url) => ({ ...WEB, return_url })), // prettier-ignore
  },
  "return_url.unexpected": {
    refusal: unexpected("return_url"),
    bodies: [
      { ...WEB, authorisation_mode: "moto_api" },
      { ...WEB, authorisation_mode: "agreement", agreement_id: "a" },
    ],
  },
};

const LENGTHS: Record<string, [most: number, body: (text: string) => object]> = {
  reference: [255, (reference) => ({ ...WEB, reference })],
  description: [255, (description) => ({ ...WEB, description })],
  return_url: [2000, (text) => ({ ...WEB, return_url: `https://a.example/${text.slice(18)}` })],
  email: [254, (email) => ({ ...WEB, email })],
  cardholder_name: [
    255,
    (cardholder_name) => ({ ...WEB, prefilled_cardholder_details: { cardholder_name } }),
  ],
  line1: [255, (line1) => ADDRESS({ line1 })],
  line2: [255, (line2) => ADDRESS({ line2 })],
  city: [255, (city) => ADDRESS({ city })],
  postcode: [25, (postcode) => ADDRESS({ postcode })],
};

describe("a rule of the body", () => {
  const cases = Object.entries(RULES).flatMap(([rule, { refusal, bodies }]) =>
    bodies.map((body) => [rule, body, refusal] as const),
  );
  test.each(cases)("%s refuses %j", async (_, body, refusal) => {
    expect(await refusalOf(body)).toEqual(refusal);
  });

  test.each(Object.entries(LENGTHS))("%s.length counts characters", async (field, [most, body]) => {
    expect((await create(body("x".repeat(most)))).status).toBe(201);
    expect(await refusalOf(body("x".repeat(most + 1)))).toEqual(
      invalid(field, `Must be less than or equal to ${most} characters length`),
    );
  });

  test("counts a character once, however many bytes it takes", async () => {
    expect(await made({ ...WEB, reference: faces(255), description: faces(255) })).toMatchObject({
      reference: faces(255),
    });
    expect(await refusalOf({ ...WEB, reference: faces(256) })).toMatchObject({ field: "reference" });
  });

  test("has a case here, whatever its name", () => {
    const tried = [...Object.keys(RULES), ...Object.keys(LENGTHS).map((field) => `${field}.length`)];
    expect(tried.sort()).toEqual(Object.keys(OPERATIONS.createPayment.rules).sort());
  });

  test.each(["", " ", "a b", "a_b", "ä", "a".repeat(256), "a,b", "a.b"])(
    "Idempotency-Key.format refuses %j",
    async (given) => {
      const sent = Buffer.from(given, "utf8").toString("latin1");
      expect(await refusalOf(WEB, { headers: { "Idempotency-Key": sent } })).toEqual(
        RULES["Idempotency-Key.format"]?.refusal,
      );
    },
  );
});

describe("metadata", () => {
  test("comes back as it was sent, at every limit", async () => {
    const metadata = {
      ...keys(10),
      ["k".repeat(30)]: "v".repeat(100),
      "\u{1F600}": "\u{1F600}".repeat(100),
      empty: "",
      no: false,
      pence: -0.5,
    };
    expect(await made({ ...WEB, metadata })).toMatchObject({ metadata });
  });

  test("may have keys that mean something to JavaScript", async () => {
    const answer = await createText(
      JSON.stringify(WEB).replace("}", ',"metadata":{"__proto__":"a","constructor":"b","toString":1}}'),
    );
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"__proto__":"a"');
    const read = await api.get<PaymentResource>(`/v1/payments/${answer.body.payment_id}`, { key });
    expect(Object.entries(read.body.metadata ?? {})).toEqual(
      expect.arrayContaining([
        ["__proto__", "a"],
        ["constructor", "b"],
        ["toString", 1],
      ]),
    );
  });

  test.each([
    ["16 keys", keys(16), "Cannot have more than 15 key-value pairs"],
    ["an empty key", { "": 1 }, "Keys must be between 1 and 30 characters long"],
    ["a key of 31", { ["k".repeat(31)]: 1 }, "Keys must be between 1 and 30 characters long"],
    ["a key with NUL", { "a\0": 1 }, "Keys must be between 1 and 30 characters long"],
    ["a value of 101", { a: "v".repeat(101) }, "Values must be no greater than 100 characters long"],
    ["keys equal but for case", { Key: 1, kEY: 2 }, "Must have case insensitive unique keys"],
    [
      "several faults at once",
      { ...keys(15), KEY1: null, ["k".repeat(31)]: "v".repeat(101) },
      "Cannot have more than 15 key-value pairs. Keys must be between 1 and 30 characters long. Values must be of type String, Boolean or Number. Values must be no greater than 100 characters long. Must have case insensitive unique keys",
    ],
  ])("with %s is refused", async (_, metadata, why) => {
    expect(await refusalOf({ ...WEB, metadata })).toEqual(invalid("metadata", why));
  });

  test("with a number beyond all numbers is refused", async () => {
    const answer = await createText(JSON.stringify(WEB).replace("}", ',"metadata":{"a":1e999}}'));
    expect(refusalIn(answer)).toEqual(
      invalid("metadata", "Values must be of type String, Boolean or Number"),
    );
  });
});

/** Each reason of the verb with an account, a body and the whole refusal. */
const REASONS: Record<
  string,
  { settings?: Partial<Account>; body: (of: Account) => Promise<object>; refusal: object }
> = {
  returnUrlNotHttps: {
    settings: { live: true, paymentProvider: "stripe" },
    body: async () => ({ ...WEB, return_url: "http://service.example/" }),
    refusal: {
      status: 400,
      code: "P0920",
      description: "The return_url of a live payment must be https",
      field: "return_url",
    },
  },
  providerNotReady: {
    settings: { providerReady: false },
    body: async () => WEB,
    refusal: {
      status: 403,
      code: "P0940",
      description: "The account is not fully configured at its payment provider",
    },
  },
  creationTurnedOff: {
    settings: { creationTurnedOff: true },
    body: async () => WEB,
    refusal: {
      status: 403,
      code: "P0941",
      description: "Payment and refund creation is turned off for this account",
    },
  },
  motoApiNotEnabled: {
    settings: { motoApiEnabled: false },
    body: async () => MOTO_API,
    refusal: {
      status: 422,
      code: "P0195",
      description: "authorisation_mode moto_api is not enabled for this service",
      field: "authorisation_mode",
    },
  },
  motoNotEnabled: {
    settings: { motoEnabled: false },
    body: async () => ({ ...WEB, moto: true }),
    refusal: {
      status: 422,
      code: "P0196",
      description: "MOTO payments are not enabled for this service",
      field: "moto",
    },
  },
  recurringNotEnabled: {
    settings: { recurringEnabled: false },
    body: async (of) => ({ ...WEB, set_up_agreement: await agreement("active", of) }),
    refusal: {
      status: 422,
      code: "P0196",
      description: "Recurring payments are not enabled for this service",
    },
  },
  recurringTurnedOff: {
    settings: { recurringTurnedOff: true },
    body: async (of) => ({
      ...BASE,
      authorisation_mode: "agreement",
      agreement_id: await agreement("active", of),
    }),
    refusal: {
      status: 422,
      code: "P0942",
      description: "Recurring payments are turned off for this service",
    },
  },
  setUpAgreementUnexpected: {
    body: async () => ({ ...MOTO_API, set_up_agreement: await agreement("active") }),
    refusal: unexpected("set_up_agreement"),
  },
  motoUnexpected: { body: async () => byAgreement({ moto: true }), refusal: unexpected("moto") },
  emailUnexpected: { body: async () => byAgreement({ email: "a@b.example" }), refusal: unexpected("email") },
  prefillUnexpected: {
    body: async () => byAgreement({ prefilled_cardholder_details: { cardholder_name: "A" } }),
    refusal: unexpected("prefilled_cardholder_details"),
  },
  delayedCaptureUnexpected: {
    body: async () => byAgreement({ delayed_capture: true }),
    refusal: unexpected("delayed_capture"),
  },
  amountTooSmall: {
    body: async () => ({ ...WEB, amount: 0 }),
    refusal: invalid("amount", "Must be greater than or equal to 1"),
  },
  amountTooLarge: {
    body: async () => ({ ...WEB, amount: 10_000_001 }),
    refusal: invalid("amount", "Must be less than or equal to 10000000"),
  },
  setUpAgreementUnknown: {
    body: async () => ({ ...WEB, set_up_agreement: newId(new Date()) }),
    refusal: invalid("set_up_agreement", "Agreement does not exist"),
  },
  agreementUnknown: {
    body: async () => ({ ...BASE, authorisation_mode: "agreement", agreement_id: "no-such" }),
    refusal: invalid("agreement_id", "Agreement does not exist"),
  },
  agreementNotActive: {
    body: async () => ({
      ...BASE,
      authorisation_mode: "agreement",
      agreement_id: await agreement("cancelled"),
    }),
    refusal: invalid("agreement_id", "Agreement must be active"),
  },
};

async function byAgreement(more: object): Promise<object> {
  return { ...BASE, authorisation_mode: "agreement", agreement_id: await agreement("active"), ...more };
}

describe("a payment is refused because of", () => {
  test.each(Object.entries(REASONS))("%s", async (_, { settings, body, refusal }) => {
    const of = settings ? await testAccount(settings) : { account, key };
    expect(await refusalOf(await body(of.account), { of })).toEqual(refusal);
  });

  test("nothing that has no case here", () => {
    const { idempotencyKeyUsed: _, ...reasons } = OPERATIONS.createPayment.refusals;
    expect(Object.keys(REASONS).sort()).toEqual(Object.keys(reasons).sort());
  });

  test("another account's agreement, which is as good as unknown", async () => {
    const other = await testAccount();
    const set_up_agreement = await agreement("active", other.account);
    expect(await refusalOf({ ...WEB, set_up_agreement })).toEqual(
      invalid("set_up_agreement", "Agreement does not exist"),
    );
  });

  test("set_up_agreement in mode agreement, and attributes there in their order", async () => {
    const all = await byAgreement({
      set_up_agreement: "a",
      moto: true,
      email: "a",
      prefilled_cardholder_details: {},
      delayed_capture: true,
    });
    for (const field of [
      "set_up_agreement",
      "moto",
      "email",
      "prefilled_cardholder_details",
      "delayed_capture",
    ]) {
      expect(await refusalOf(all)).toEqual(unexpected(field));
      Reflect.deleteProperty(all, field);
    }
  });

  test("recurring use without which the account's other payments go on", async () => {
    const { key } = await testAccount({ recurringEnabled: false, motoEnabled: false, motoApiEnabled: false });
    expect((await api.post("/v1/payments", { ...WEB, moto: false }, { key })).status).toBe(201);
  });
});

describe("of several faults the first row's is told", () => {
  const HTTP = { return_url: "http://service.example/" };
  const off = { providerReady: false, creationTurnedOff: true, motoApiEnabled: false, motoEnabled: false };

  test.each<[string, object, object]>([
    ["2 before 4", {}, missing("amount")],
    ["3 before 4", { amount: "1" }, invalid("amount", "Must be a valid numeric format")],
    ["4 before 5", { amount: 1, reference: 1 }, missing("description")],
    ["reference before description", { amount: 1 }, missing("reference")],
    [
      "5 before 6",
      { ...WEB, reference: "www.a", description: 1 },
      invalid("description", "Must be a valid string format"),
    ],
    [
      "6 before 7",
      { ...WEB, reference: "www.a", return_url: 1 },
      invalid("reference", "Must not contain a URL"),
    ],
    [
      "7 before 8",
      { ...WEB, delayed_capture: 1, authorisation_mode: "x" },
      invalid("delayed_capture", "Must be true or false"),
    ],
    [
      "return_url before moto",
      { ...WEB, return_url: 1, moto: 1 },
      invalid("return_url", "Must be a valid URL format"),
    ],
    [
      "8 before 9",
      { ...WEB, authorisation_mode: "x", agreement_id: "a" },
      invalid("authorisation_mode", "Must be one of web, moto_api, agreement"),
    ],
    ["9 before 11", { ...WEB, agreement_id: "a", language: "fr" }, unexpected("agreement_id")],
    ["10 before 11", { ...WEB, authorisation_mode: "agreement", language: "fr" }, missing("agreement_id")],
    ["11 before 12", { ...WEB, language: "fr", email: 1 }, invalid("language", 'Must be "en" or "cy"')],
    ["12 before 13", { ...WEB, email: 1, metadata: 1 }, invalid("email", A_STRING)],
    [
      "13 before 14",
      { ...WEB, metadata: 1, reference: "x".repeat(256) },
      invalid("metadata", "Must be an object of JSON key-value pairs"),
    ],
    [
      "14 before 16",
      { ...WEB, reference: "x".repeat(256), return_url: "x" },
      invalid("reference", "Must be less than or equal to 255 characters length"),
    ],
    [
      "14 before 17",
      { ...MOTO_API, ...HTTP, email: "x".repeat(255) },
      invalid("email", "Must be less than or equal to 254 characters length"),
    ],
    [
      "16 before 23",
      { ...WEB, amount: 0, return_url: "x" },
      invalid("return_url", "Must be a valid URL format"),
    ],
    ["17 before 23", { ...WEB, authorisation_mode: "moto_api", amount: 0 }, unexpected("return_url")],
    ["22 before 23", { ...MOTO_API, set_up_agreement: "a", amount: 0 }, unexpected("set_up_agreement")],
    [
      "23 before 24",
      { ...WEB, set_up_agreement: "a", amount: 0 },
      invalid("amount", "Must be greater than or equal to 1"),
    ],
  ])("%s", async (_, body, refusal) => {
    expect(await refusalOf(body)).toEqual(refusal);
  });

  test("14 before 15 before 16", async () => {
    const headers = { "Idempotency-Key": "a b" };
    expect(await refusalOf({ ...WEB, email: "x".repeat(255) }, { headers })).toMatchObject({
      field: "email",
    });
    expect(await refusalOf(BASE, { headers })).toMatchObject({ header: "Idempotency-Key" });
  });

  test("19 before 20 before 21 before 23", async () => {
    const body = { ...WEB, moto: true, amount: 0 };
    const live = await testAccount({ ...off, live: true, paymentProvider: "stripe" });
    expect(await refusalOf({ ...body, ...HTTP }, { of: live })).toMatchObject({ code: "P0920" });
    expect(await refusalOf(body, { of: live })).toMatchObject({ code: "P0940" });
    const ready = await testAccount({ ...off, providerReady: true });
    expect(await refusalOf(body, { of: ready })).toMatchObject({ code: "P0941" });
    const on = await testAccount({ ...off, providerReady: true, creationTurnedOff: false });
    expect(await refusalOf(body, { of: on })).toMatchObject({ code: "P0196" });
  });

  test("16 before 20: the body before the account", async () => {
    const of = await testAccount(off);
    expect(await refusalOf(BASE, { of })).toEqual(missing("return_url"));
  });
});
