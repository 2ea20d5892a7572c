import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import { settleBackground } from "@/domain/background";
import type { ServiceCaller } from "@/domain/caller";
import type { Payment } from "@/domain/payments/payment";
import { paymentToken } from "@/domain/payments/payment-token";
import { opened, paymentIn, readPayment, statusesOf, testPayment } from "@/domain/payments/test-payment";
import { POST as submit } from "./(pay)/card-details/[paymentId]/submit/route";
import { serveApi, type TestApi } from "./v1/test-api";

/** Card numbers of every fate, and one that no table of ours knows. */
const NUMBERS = [
  "4444333322221111",
  "371449635398431",
  "4000000000000002",
  "4000000000000119",
  "6759649826438453",
  "4929420573595709",
  "4000002500003155",
];
const CODE = "9731";

let api: TestApi;
let caller: ServiceCaller;
let key: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  // The whole database is searched: it has to hold this suite's cards alone.
  drop = await ownTestDatabase();
  ({ caller, key } = await testAccount({ otherPostPerSecond: 1000 }));
  api = await serveApi();
});
afterAll(async () => {
  await api.close();
  await drop();
});

/** Every row of every table as text, without its dates: milliseconds may look like a security code. */
async function everything(): Promise<string[]> {
  const tables = await database().execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(15);
  const rows = [];
  for (const { name } of tables) {
    const found = await database().execute<{ row: string }>(
      sql.raw(`select '${name} ' || to_jsonb(t)::text as row from ${name} t`),
    );
    rows.push(...found.map(({ row }) => row.replace(/\d{4}-\d\d-\d\dT[\d:.+Z]*/gu, "(date)")));
  }
  return rows;
}

function post(payment: Payment, answers: Record<string, string>): Promise<Response> {
  const request = new Request(`http://localhost:3000/card-details/${payment.id}/submit`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(answers),
  });
  return submit(request, { params: Promise.resolve({ paymentId: payment.id }) });
}

const FORM = {
  expiryMonth: "04",
  expiryYear: "31",
  cardholderName: "Jean Payer",
  addressLine1: "1 High Street",
  addressCity: "Borchester",
  addressCountry: "GB",
  addressPostcode: "SW1A 1AA",
  email: "payer@example.org",
};

test("card numbers and security codes are in no table, whatever became of them", async () => {
  const paid: Payment[] = [];
  for (const number of NUMBERS) {
    const payment = await opened(await testPayment(caller));
    paid.push(payment);
    // Typed in the wrong boxes and with faults, so that it comes back to be shown again.
    await post(payment, { ...FORM, cardNo: number, cvc: CODE, email: "nonsense", cardholderName: CODE });
    await post(payment, {
      ...FORM,
      cardNo: number,
      cvc: "",
      addressLine1: number,
      addressLine2: `${number}x`,
    });
    await post(payment, {
      ...FORM,
      cardNo: `${number}1`,
      cvc: CODE,
      addressCity: number.replace(/.{4}/gu, "$& "),
    });
    const code = number.startsWith("37") ? CODE : CODE.slice(0, 3);
    await post(payment, { ...FORM, cardNo: number, cvc: code });

    const order = await testPayment(caller, { authorisation_mode: "moto_api" });
    const card = { card_number: number, cvc: CODE, expiry_date: "04/31", cardholder_name: "Jean Payer" };
    const token = paymentToken("one-time token", order);
    await api.post("/v1/auth", { ...card, one_time_token: token, cardholder_name: "" });
    await api.post("/v1/auth", { ...card, one_time_token: token, cardholder_name: number });
    await api.post("/v1/auth", { ...card, one_time_token: token });
    await api.post("/v1/auth", { ...card, one_time_token: "of nobody" });
    await api.post("/v1/payments", { card_number: number, cvc: CODE, reference: CODE.slice(0, 0) }, { key });
  }
  await paymentIn(caller, "success");
  await settleBackground();

  const outcomes = [];
  for (const payment of paid) outcomes.push((await statusesOf(payment)).at(-1));
  expect(outcomes).toEqual(["submitted", "submitted", "failed", "error", "started", "error", "started"]);
  expect((await readPayment(paid[0] as Payment)).lastDigits).toBe("1111");

  const rows = await everything();
  expect(rows.length).toBeGreaterThan(50);
  for (const number of NUMBERS) {
    const parts = new RegExp(number.split("").join("[ -]?"), "u");
    expect(rows.filter((row) => parts.test(row))).toEqual([]);
  }
  const code = new RegExp(`(?<![0-9A-Za-z])(?:${CODE}|${CODE.slice(0, 3)})(?![0-9A-Za-z])`, "u");
  expect(rows.filter((row) => code.test(row))).toEqual([]);
});
