import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { database } from "@/db/client";
import { accounts, idempotencyKeys, paymentEvents, payments } from "@/db/schema";
import { createApiKey } from "@/domain/accounts/create-account";
import { testAccount } from "@/domain/accounts/test-account";
import type { Account } from "@/domain/caller";
import { forgetIdempotencyKeys } from "@/domain/payments/idempotency";
import { refusalIn, serveApi, type TestApi } from "../test-api";

const BODY = {
  amount: 1000,
  reference: "REF-1",
  description: "A permit",
  return_url: "https://service.example/return",
  metadata: { a: 1, b: "two" },
};
const USED = {
  status: 409,
  code: "P0191",
  description: "The Idempotency-Key has already been used to create a payment",
  header: "Idempotency-Key",
};
const HOUR = 3_600_000;

let api: TestApi;
let account: Account;
let key: string;

beforeAll(async () => {
  ({ account, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const create = async (body: unknown, idempotencyKey: string, apiKey = key) =>
  api.post<PaymentResource>("/v1/payments", body, {
    key: apiKey,
    headers: { "Idempotency-Key": idempotencyKey },
  });
const createText = async (text: string, idempotencyKey: string) =>
  api.send<PaymentResource>("POST", "/v1/payments", {
    key,
    text,
    headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
  });
const countPayments = async () => database().$count(payments, eq(payments.serviceId, account.serviceId));
const writeUse = async (idempotencyKey: string, usedAt: Date) =>
  database()
    .update(idempotencyKeys)
    .set({ usedAt })
    .where(and(eq(idempotencyKeys.accountId, account.id), eq(idempotencyKeys.key, idempotencyKey)));

/** The first use of a new key, with its payment. */
async function used(body: object = BODY): Promise<{ idempotencyKey: string; first: PaymentResource }> {
  const idempotencyKey = randomUUID();
  const answer = await create(body, idempotencyKey);
  expect(answer.status).toBe(201);
  return { idempotencyKey, first: answer.body };
}

describe("an Idempotency-Key", () => {
  test("brings back the payment with 200 and no Location when the body is the same", async () => {
    const { idempotencyKey, first } = await used();
    const before = await countPayments();
    const again = await create(BODY, idempotencyKey);
    expect(again).toMatchObject({ status: 200, body: first });
    expect(again.headers).not.toHaveProperty("location");
    expect(await countPayments()).toBe(before);
    const events = await database()
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.paymentId, first.payment_id));
    expect(events).toHaveLength(1);
  });

  test("brings back the payment as it stands by now", async () => {
    const { idempotencyKey, first } = await used();
    await database()
      .update(payments)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(payments.id, first.payment_id));
    const again = await create(BODY, idempotencyKey);
    expect(again).toMatchObject({
      status: 200,
      body: { payment_id: first.payment_id, state: { status: "failed", code: "P0020" } },
    });
  });

  test("does not mind the order of keys, white space, or how a number is written", async () => {
    const { idempotencyKey, first } = await used();
    const { metadata: _, amount: __, ...rest } = BODY;
    const turned = { metadata: { b: "two", a: 1 }, ...Object.fromEntries(Object.entries(rest).toReversed()) };
    const text = JSON.stringify({ ...turned, amount: 0 }, null, 2).replace(": 0", ": 1.0e3");
    expect(await createText(text, idempotencyKey)).toMatchObject({
      status: 200,
      body: { payment_id: first.payment_id },
    });
  });

  test.each([
    ["another value", { ...BODY, amount: 1001 }],
    ["another value within", { ...BODY, metadata: { a: 1, b: "three" } }],
    ["another type", { ...BODY, metadata: { a: "1", b: "two" } }],
    ["more", { ...BODY, language: "en" }],
    ["less", { ...BODY, metadata: { a: 1 } }],
    ["another null", { ...BODY, email: null }],
    ["more that is ignored", { ...BODY, unknown: 1 }],
  ])("is refused with a body that has %s", async (_, other) => {
    const { idempotencyKey, first } = await used();
    const before = await countPayments();
    expect(refusalIn(await create(other, idempotencyKey))).toEqual(USED);
    expect(await countPayments()).toBe(before);
    expect((await create(BODY, idempotencyKey)).body.payment_id).toBe(first.payment_id);
  });

  test("is told apart from others by every character", async () => {
    const { idempotencyKey, first } = await used();
    for (const other of [idempotencyKey.toUpperCase(), `${idempotencyKey}-`, idempotencyKey.slice(1)]) {
      const answer = await create(BODY, other);
      expect(answer.status).toBe(201);
      expect(answer.body.payment_id).not.toBe(first.payment_id);
    }
  });

  test("may have one character, or 255", async () => {
    const { key } = await testAccount();
    for (const short of ["a", "-", "7", "Z".repeat(255)]) {
      expect((await create(BODY, short, key)).status).toBe(201);
      expect((await create(BODY, short, key)).status).toBe(200);
    }
  });

  test("is honoured in every mode", async () => {
    const { idempotencyKey, first } = await used({
      amount: 1,
      reference: "R",
      description: "D",
      authorisation_mode: "moto_api",
    });
    expect(first.authorisation_mode).toBe("moto_api");
    expect(refusalIn(await create(BODY, idempotencyKey))).toEqual(USED);
  });

  test("is shared by an account's keys, and no other account's business", async () => {
    const { idempotencyKey, first } = await used();
    const second = await createApiKey(account, "Second", "tests", new Date());
    expect((await create(BODY, idempotencyKey, second)).body.payment_id).toBe(first.payment_id);
    const other = await testAccount();
    const answer = await create({ ...BODY, amount: 7 }, idempotencyKey, other.key);
    expect(answer.status).toBe(201);
    expect(answer.body.payment_id).not.toBe(first.payment_id);
  });

  test("makes one payment when twenty use it at once", async () => {
    const idempotencyKey = randomUUID();
    const before = await countPayments();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => create(BODY, idempotencyKey)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      ...Array<number>(19).fill(200),
      201,
    ]);
    expect(new Set(answers.map(({ body }) => body.payment_id)).size).toBe(1);
    expect(await countPayments()).toBe(before + 1);
  });

  test("makes one payment when twenty bodies use it at once, and refuses the others", async () => {
    const idempotencyKey = randomUUID();
    const before = await countPayments();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => create({ ...BODY, amount: 100 + n }, idempotencyKey)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(19).fill(409),
    ]);
    expect(await countPayments()).toBe(before + 1);
  });

  test("is not used up by a request that is refused", async () => {
    const idempotencyKey = randomUUID();
    for (const refused of [
      {},
      { ...BODY, amount: 0 },
      { ...BODY, set_up_agreement: "no-such" },
      { ...BODY, reference: "<" },
      [],
    ]) {
      expect((await create(refused, idempotencyKey)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await create(BODY, idempotencyKey)).status).toBe(201);
  });

  test("is looked at before the account: what was created is brought back though creation is off by now", async () => {
    const { account, key } = await testAccount();
    const idempotencyKey = randomUUID();
    const first = await create(BODY, idempotencyKey, key);
    await database().update(accounts).set({ creationTurnedOff: true }).where(eq(accounts.id, account.id));
    expect(await create(BODY, idempotencyKey, key)).toMatchObject({
      status: 200,
      body: { payment_id: first.body.payment_id },
    });
  });

  test("is forgotten after 24 hours, and then makes a new payment", async () => {
    const { idempotencyKey, first } = await used();
    await writeUse(idempotencyKey, new Date(Date.now() - 24 * HOUR + 60_000));
    expect((await create(BODY, idempotencyKey)).body.payment_id).toBe(first.payment_id);

    await writeUse(idempotencyKey, new Date(Date.now() - 24 * HOUR));
    const answers = await Promise.all(Array.from({ length: 5 }, async () => create(BODY, idempotencyKey)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 201]);
    const [second, ...more] = new Set(answers.map(({ body }) => body.payment_id));
    expect(more).toEqual([]);
    expect(second).not.toBe(first.payment_id);
  });

  test("is kept no longer than that", async () => {
    const [old, young] = [await used(), await used()];
    await writeUse(old.idempotencyKey, new Date(Date.now() - 24 * HOUR - 1000));
    await writeUse(young.idempotencyKey, new Date(Date.now() - 23 * HOUR));
    expect(await forgetIdempotencyKeys(new Date())).toBeGreaterThan(0);
    const left = await database()
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.accountId, account.id));
    const keys = left.map(({ key }) => key);
    expect(keys).toContain(young.idempotencyKey);
    expect(keys).not.toContain(old.idempotencyKey);
  });
});
