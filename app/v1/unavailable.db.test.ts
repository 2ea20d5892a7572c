import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { closeDatabase, database } from "@/db/client";
import { payments, platform } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import { settleBackground } from "@/domain/background";
import { refusalIn, serveApi, type TestApi } from "./test-api";

const BODY = {
  amount: 1000,
  reference: "REF-1",
  description: "A permit",
  return_url: "https://service.example/return",
};
const DOWN = { status: 503, code: "P0999", description: "The service is temporarily down" };

let drop: () => Promise<void>;
let api: TestApi;
let key: string;

beforeAll(async () => {
  // The maintenance switch is the whole platform's.
  drop = await ownTestDatabase();
  ({ key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => {
  await api.close();
  await drop();
});

const maintenance = async (on: boolean) =>
  database()
    .insert(platform)
    .values({ maintenance: on })
    .onConflictDoUpdate({ target: platform.only, set: { maintenance: on } });

async function expectDown(): Promise<void> {
  for (const answer of [
    await api.post("/v1/payments", BODY, { key }),
    await api.get("/v1/payments/0123456789abcdefghjkmnpqrs", { key }),
    await api.send("POST", "/v1/payments", { key, text: "<" }),
  ]) {
    expect(refusalIn(answer)).toEqual(DOWN);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
}

test("under maintenance the API says so to whoever has a key, and nothing is written", async () => {
  await maintenance(true);
  await expectDown();
  expect(await database().$count(payments)).toBe(0);
  expect((await api.post("/v1/payments", BODY)).status).toBe(401);
  expect((await api.get("/v1/nothing")).status).toBe(404);
  expect((await api.send("PUT", "/v1/payments")).status).toBe(405);

  await maintenance(false);
  expect((await api.post("/v1/payments", BODY, { key })).status).toBe(201);
});

test("under maintenance the card of a telephone order is not taken, and its token not spent", async () => {
  const { return_url: _, ...order } = BODY;
  const made = await api.post<PaymentResource>(
    "/v1/payments",
    { ...order, authorisation_mode: "moto_api" },
    { key },
  );
  const card = {
    one_time_token: made.body._links.auth_url_post?.params.one_time_token,
    card_number: "4444333322221111",
    cvc: "737",
    expiry_date: "04/31",
    cardholder_name: "Jean Payer",
  };
  await maintenance(true);
  for (const body of [card, {}]) expect(refusalIn(await api.post("/v1/auth", body))).toEqual(DOWN);
  await maintenance(false);
  expect((await api.post("/v1/auth", card)).status).toBe(204);
  await settleBackground();
});

test("with its database out of reach the API is down, not at fault, and comes back by itself", async () => {
  const made = await api.post<PaymentResource>("/v1/payments", BODY, { key });
  const url = process.env.DATABASE_URL;
  // Set first: whatever goes on in the background may open the next pool.
  process.env.DATABASE_URL = "postgres://nobody@127.0.0.1:1/nothing";
  await closeDatabase();
  await expectDown();
  expect((await api.post("/v1/payments", BODY, { key: "api_test_malformed" })).status).toBe(401);

  process.env.DATABASE_URL = url;
  await closeDatabase();
  expect((await api.get(`/v1/payments/${made.body.payment_id}`, { key })).status).toBe(200);
});

test("a connection that breaks under a request is no fault of ours either", async () => {
  const broken = Promise.all(Array.from({ length: 20 }, async () => api.post("/v1/payments", BODY, { key })));
  await database().execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  for (const { status } of await broken) expect([201, 503]).toContain(status);
  expect((await api.post("/v1/payments", BODY, { key })).status).toBe(201);
});
