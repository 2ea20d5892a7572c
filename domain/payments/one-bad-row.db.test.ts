import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import { activeAgreement, untakenPayment } from "../agreements/test-agreement";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { captureDuePayments } from "./capture-due-payments";
import { checkCaptures } from "./check-captures";
import { expireDuePayments } from "./expire-payment";
import type { PaymentKey } from "./payment";
import { takeDuePayments } from "./take-due-payments";
import { effectsOn, paymentIn, readPayment, testPayment, write } from "./test-payment";
import { voidDuePayments } from "./void-due-payments";

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

/** From now on the database refuses every change of this payment. */
async function spoil({ id }: PaymentKey): Promise<void> {
  await database().execute(sql`
    create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'this one cannot be changed'; end $$`);
  await database().execute(
    sql.raw(`create trigger spoilt_${id} before update on payments for each row
      when (old.id = '${id}') execute function refuse()`),
  );
}

test("a payment that cannot be expired keeps none from it", async () => {
  const bad = await testPayment(caller, {}, new Date(Date.now() - 1000));
  const good = [await testPayment(caller), await testPayment(caller)];
  await spoil(bad);
  expect(await expireDuePayments(new Date(Date.now() + 91 * 60_000))).toBe(2);
  expect((await readPayment(bad)).status).toBe("created");
  for (const payment of good) expect((await readPayment(payment)).status).toBe("failed");
});

test.each([
  ["captureDueAt", "capture", captureDuePayments],
  ["voidDueAt", "void", voidDuePayments],
  ["captureCheckDueAt", undefined, checkCaptures],
] as const)("a payment that cannot be claimed keeps none from it: %s", async (column, effect, work) => {
  const ended = { status: "cancelled", code: "P0040", expiresAt: null } as const;
  const confirmed = { status: "success", expiresAt: null, captureSubmittedAt: new Date() } as const;
  const due = async (at: number) =>
    write(await paymentIn(caller, "submitted"), {
      ...(column === "voidDueAt" ? ended : confirmed),
      [column]: new Date(at),
    });
  const bad = await due(Date.now() - 2000);
  await spoil(bad);
  const good = [await due(Date.now() - 1000), await due(Date.now() - 1000)];
  expect(await work(new Date())).toBe(2);
  expect((await readPayment(bad))[column]).toEqual(bad[column]);
  for (const payment of good) {
    expect((await readPayment(payment))[column]).not.toEqual(payment[column]);
    if (effect) expect(await effectsOn(payment)).toEqual(["authorise", effect]);
  }
});

test("a payment that cannot be claimed keeps no saved card from being charged", async () => {
  const agreement = await activeAgreement(caller);
  const bad = await untakenPayment(caller, agreement, new Date(Date.now() - 1000));
  const good = [await untakenPayment(caller, agreement), await untakenPayment(caller, agreement)];
  await spoil(bad);
  expect(await takeDuePayments(new Date())).toBe(2);
  await settleBackground();
  expect((await readPayment(bad)).status).toBe("created");
  for (const payment of good) expect((await readPayment(payment)).status).toBe("success");
});
