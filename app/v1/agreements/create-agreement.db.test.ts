import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgreementResource } from "@/contract/agreement";
import { OPERATIONS } from "@/contract/operations";
import { database } from "@/db/client";
import { agreements } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import type { Account } from "@/domain/caller";
import { isId } from "@/domain/new-id";
import { refusalIn, serveApi, type TestApi } from "../test-api";

const BODY = { reference: "AGR-1", description: "Allotment rent" };

let api: TestApi;
let account: Account;
let key: string;

beforeAll(async () => {
  ({ account, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const create = async (body: unknown, withKey = key) =>
  api.post<AgreementResource>("/v1/agreements", body, { key: withKey });

/** What a body is refused with; nothing may have been written. */
async function refusalOf(body: unknown, of = { account, key }): Promise<object> {
  const count = async () => database().$count(agreements, eq(agreements.serviceId, of.account.serviceId));
  const before = await count();
  const refusal = refusalIn(await create(body, of.key));
  expect(await count()).toBe(before);
  return refusal;
}

const missing = (field: string) => ({
  status: 400,
  code: "P2101",
  description: `Missing mandatory attribute: ${field}`,
  field,
});
const invalid = (field: string, why: string) => ({
  status: 422,
  code: "P2102",
  description: `Invalid attribute value: ${field}. ${why}`,
  field,
});
const NOT_TEXT = "Must be a valid string format";
const TOO_LONG = "Must be less than or equal to 255 characters length";

describe("an agreement", () => {
  test("is created with what was sent and without a card, as the specification shows it", async () => {
    const answer = await create({ ...BODY, user_identifier: "user-3" });
    expect(answer.status).toBe(201);
    const { agreement_id, created_date, ...rest } = answer.body;
    expect(isId(agreement_id)).toBe(true);
    expect(answer.headers.location).toBe(`http://localhost:3000/v1/agreements/${agreement_id}`);
    expect(Math.abs(Date.now() - Date.parse(created_date))).toBeLessThan(10_000);
    expect(rest).toEqual({ ...BODY, user_identifier: "user-3", status: "created" });
    expect((await api.get(`/v1/agreements/${agreement_id}`, { key })).body).toEqual(answer.body);
  });

  test.each([
    [
      "at its longest",
      { reference: "x".repeat(255), description: "\u{1F600}".repeat(255), user_identifier: "y".repeat(255) },
    ],
    ["in any script", { reference: "Cytundeb ŵ", description: "عقد", user_identifier: "用户" }],
  ])("comes back as it was sent %s", async (_, body) => {
    expect((await create(body)).body).toMatchObject(body);
  });

  test.each([
    ["absent", {}],
    ["null", { user_identifier: null }],
    ["empty", { user_identifier: "" }],
    ["blank", { user_identifier: "  " }],
    ["anything unknown", { status: "active", agreement_id: "mine" }],
  ])("has no user_identifier and nothing else when it is %s", async (_, more) => {
    const answer = await create({ ...BODY, ...more });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual([
      "agreement_id",
      "created_date",
      "description",
      "reference",
      "status",
    ]);
    expect(answer.body.status).toBe("created");
  });

  test("may have another's reference", async () => {
    const [one, other] = [await create(BODY), await create(BODY)];
    expect(one.body.agreement_id).not.toBe(other.body.agreement_id);
  });
});

describe("an agreement's body is refused", () => {
  const RULES: Record<string, [object, object[]]> = {
    "reference.missing": [
      missing("reference"),
      [
        {},
        { ...BODY, reference: null },
        { ...BODY, reference: "" },
        { ...BODY, reference: " \t" },
        { description: 1 },
      ],
    ],
    "description.missing": [
      missing("description"),
      [{ reference: "A" }, { reference: 1 }, { ...BODY, description: "" }],
    ],
    "reference.text": [
      invalid("reference", NOT_TEXT),
      [1, true, {}, ["A"], "a\0b", "\uD800"].map((reference) => ({ ...BODY, reference })),
    ],
    "description.text": [invalid("description", NOT_TEXT), [{ ...BODY, description: 1, user_identifier: 1 }]],
    "user_identifier.text": [
      invalid("user_identifier", NOT_TEXT),
      [1, {}, "\0"].map((user_identifier) => ({ ...BODY, user_identifier })),
    ],
    "reference.length": [
      invalid("reference", TOO_LONG),
      [{ reference: "x".repeat(256), description: "y".repeat(256) }],
    ],
    "description.length": [
      invalid("description", TOO_LONG),
      [{ ...BODY, description: "\u{1F600}".repeat(256) }],
    ],
    "user_identifier.length": [
      invalid("user_identifier", TOO_LONG),
      [{ ...BODY, user_identifier: "x".repeat(256) }],
    ],
  };

  test.each(
    Object.entries(RULES).flatMap(([rule, [refusal, bodies]]) => bodies.map((body) => [rule, body, refusal])),
  )("by %s: %j", async (_, body, refusal) => {
    expect(await refusalOf(body)).toEqual(refusal);
  });

  test("by every rule there is", () => {
    expect(Object.keys(RULES).sort()).toEqual(Object.keys(OPERATIONS.createAgreement.rules).sort());
  });

  test.each(["", "{", "[]", "null"])("when it is no JSON object: %j", async (text) => {
    const sent = { key, text, headers: { "Content-Type": "application/json" } };
    expect(refusalIn(await api.send("POST", "/v1/agreements", sent))).toEqual({
      status: 400,
      code: "P2197",
      description: "Unable to parse JSON",
    });
  });

  test("by the firewall", async () => {
    expect(await refusalOf({ ...BODY, description: "a | b" })).toMatchObject({ status: 400, code: "P0920" });
  });
});

describe("an agreement is refused", () => {
  const NOT_ENABLED = {
    status: 422,
    code: "P0196",
    description: "Recurring payments are not enabled for this service",
  };
  const TURNED_OFF = {
    status: 422,
    code: "P0942",
    description: "Recurring payments are turned off for this service",
  };

  test.each([
    ["recurringNotEnabled", { recurringEnabled: false, recurringTurnedOff: true }, NOT_ENABLED],
    ["recurringTurnedOff", { recurringTurnedOff: true }, TURNED_OFF],
  ])("for %s", async (_, settings, refusal) => {
    const of = await testAccount(settings);
    expect(await refusalOf(BODY, of)).toEqual(refusal);
    expect(await refusalOf({}, of)).toEqual(missing("reference"));
  });

  test("for nothing else", () => {
    expect(Object.keys(OPERATIONS.createAgreement.refusals).sort()).toEqual([
      "recurringNotEnabled",
      "recurringTurnedOff",
    ]);
  });
});
