import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { payments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import { SAVED_CARDS, setUp, testAgreement } from "../agreements/test-agreement";
import type { ServiceCaller } from "../caller";
import { createRefund } from "../refunds/create-refund";
import { runDueWork } from "../run-due-work";
import { countFinalDays } from "./count-payments";
import { forgetPayments } from "./forget-payments";
import { paymentIn, testPayment, unlessRefused, write } from "./test-payment";

let caller: ServiceCaller;
let drop: () => Promise<void>;
const NOW = new Date();
const BEFORE = new Date(Date.UTC(NOW.getUTCFullYear() - 7, NOW.getUTCMonth(), NOW.getUTCDate() - 2));
const SINCE = new Date(Date.UTC(NOW.getUTCFullYear() - 7, NOW.getUTCMonth(), NOW.getUTCDate() + 2));

beforeAll(async () => {
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

const old = async (...given: Parameters<typeof paymentIn>) =>
  write(await paymentIn(...given), { createdAt: BEFORE });
const exists = async ({ id }: { id: string }) =>
  (await database().$count(payments, eq(payments.id, id))) === 1;

/** Tables with a row that names the payment, wherever there is a column for it. */
async function tracesOf({ id }: { id: string }): Promise<string[]> {
  const columns = await database().execute<{ table: string }>(sql`
    select table_name as table from information_schema.columns where column_name = 'payment_id' and table_schema = 'public'`);
  const traces = [];
  for (const { table } of columns) {
    const rows = await database().execute(
      sql`select 1 from ${sql.identifier(table)} where payment_id = ${id}`,
    );
    if (rows.length > 0) traces.push(table);
  }
  return traces;
}

describe("after seven years", () => {
  test("a payment and all that hangs on it is gone, and a younger one is not", async () => {
    const payment = await paymentIn(caller, "success");
    const input = { amount: 500, refund_amount_available: 1200 };
    unlessRefused(await createRefund(caller, payment.id, input, NOW));
    expect(await tracesOf(payment)).toEqual(
      expect.arrayContaining(["payment_events", "refunds", "psp_operations", "sandbox_payments", "emails"]),
    );
    await write(payment, { createdAt: BEFORE });
    const younger = await write(await paymentIn(caller, "success"), { createdAt: SINCE });
    expect(await forgetPayments(NOW)).toBe(1);
    expect(await exists(payment)).toBe(false);
    expect(await tracesOf(payment)).toEqual([]);
    expect(await exists(younger)).toBe(true);
  });

  test.each(["failed", "cancelled", "error"] as const)("a payment that has %s is gone", async (status) => {
    const payment = await old(caller, status);
    // What was held is released first.
    await write(payment, { voidDueAt: null });
    await forgetPayments(NOW);
    expect(await exists(payment)).toBe(false);
  });

  test.each([
    ["is not finished", async () => old(caller, "capturable")],
    [
      "was never captured",
      async () => write(await old(caller, "success"), { capturedOn: null, settledOn: null }),
    ],
    ["is to be captured", async () => write(await old(caller, "success"), { captureDueAt: NOW })],
    ["is to be voided", async () => write(await old(caller, "cancelled"), { voidDueAt: NOW })],
    [
      "has a refund under way",
      async () => {
        const payment = await old(caller, "success");
        await database()
          .execute(sql`insert into refunds (service_id, id, account_id, payment_id, created_at, status, amount)
          values (${payment.serviceId}, ${payment.id}, ${payment.accountId}, ${payment.id}, now(), 'submitted', 1)`);
        return payment;
      },
    ],
    [
      "is disputed",
      async () => {
        const payment = await old(caller, "success");
        await database()
          .execute(sql`insert into disputes (service_id, id, account_id, payment_id, created_at, status, amount, reason)
          values (${payment.serviceId}, ${payment.id}, ${payment.accountId}, ${payment.id}, now(), 'under_review', 1, 'general')`);
        return payment;
      },
    ],
    [
      "has a question open at its PSP",
      async () => {
        const payment = await old(caller, "success");
        await database()
          .execute(sql`update psp_operations set state = 'unknown', answered_at = null, lease_until = now()
          where payment_id = ${payment.id} and kind = 'capture'`);
        return payment;
      },
    ],
  ])("a payment that %s stays", async (_, make) => {
    const payment = await make();
    await forgetPayments(NOW);
    expect(await exists(payment)).toBe(true);
  });

  test("a payment is taken from the totals too", async () => {
    const own = await testAccount();
    await old(own.caller, "success");
    await old(own.caller, "failed");
    await countFinalDays(NOW);
    await forgetPayments(NOW);
    const [left] = await database().execute(
      sql`select sum(payments)::int as n, count(*)::int as rows from payment_day_counts where account_id = ${own.account.id}`,
    );
    expect(left).toEqual({ n: 0, rows: 2 });
  });

  test("a saved card that is gone keeps neither name nor address; one in use keeps both", async () => {
    const agreement = await testAgreement(caller);
    const first = await setUp(caller, agreement, SAVED_CARDS.good);
    const second = await setUp(caller, agreement, SAVED_CARDS.refusedForNow);
    for (const payment of [first, second]) await write(payment, { createdAt: BEFORE });
    expect(await forgetPayments(NOW)).toBe(2);
    const cards = await database().execute(sql`
      select cardholder_name, billing_address is null as blank from payment_instruments
      where id in (${first.savedInstrumentId}, ${second.savedInstrumentId}) order by id`);
    expect([...cards]).toEqual([
      { cardholder_name: "", blank: true },
      { cardholder_name: "Jean Pâyer", blank: false },
    ]);
  });

  test("many payments go by several forgetters at once, each once", async () => {
    const made = [];
    for (let n = 0; n < 60; n += 1) made.push(await testPayment(caller));
    for (const payment of made)
      await write(payment, { createdAt: BEFORE, status: "failed", code: "P0020", expiresAt: null });
    const gone = await Promise.all([1, 2, 3].map(async () => runDueWork(forgetPayments, NOW)));
    expect(gone.reduce((sum, count) => sum + count, 0)).toBe(60);
    for (const payment of made) expect(await exists(payment)).toBe(false);
  });
});
