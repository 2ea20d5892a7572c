import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { paymentInstruments, refunds } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import { deleteDueCards } from "../agreements/delete-due-cards";
import { activeAgreement, savedCards, untakenPayment } from "../agreements/test-agreement";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { captureDuePayments } from "./capture-due-payments";
import { checkCaptures } from "./check-captures";
import { expireDuePayments } from "./expire-payment";
import { takeDuePayments } from "./take-due-payments";
import { findRefund } from "../refunds/find-refund";
import { refundDue } from "../refunds/refund-due";
import { lostRefund } from "../refunds/test-refund";
import { effectsOn, paymentIn, readPayment, testPayment, write } from "./test-payment";
import { voidDuePayments } from "./void-due-payments";

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

/** From now on the database refuses every change of this row. */
async function spoil({ id }: { id: string }, table = "payments"): Promise<void> {
  await database().execute(sql`
    create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'this one cannot be changed'; end $$`);
  await database().execute(
    sql.raw(`create trigger spoilt_${id} before update on ${table} for each row
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

test("a refund that cannot be claimed keeps no other from being made", async () => {
  const asked = async (at: number) => {
    const { refund } = await lostRefund(await paymentIn(caller, "success"));
    await database()
      .update(refunds)
      .set({ dueAt: new Date(at) })
      .where(eq(refunds.id, refund.id));
    return refund;
  };
  const bad = await asked(Date.now() - 2000);
  await spoil(bad, "refunds");
  const good = [await asked(Date.now() - 1000), await asked(Date.now() - 1000)];
  expect(await refundDue(new Date())).toBe(2);
  const statuses = await Promise.all(
    [bad, ...good].map(async ({ paymentId, id }) => (await findRefund(caller, paymentId, id))?.status),
  );
  expect(statuses).toEqual(["submitted", "success", "success"]);
});

test("a saved card that cannot be claimed keeps no other from being deleted", async () => {
  const agreements = [await activeAgreement(caller), await activeAgreement(caller)];
  const [bad, good] = agreements.map(({ paymentInstrumentId }) => paymentInstrumentId ?? "");
  const due = async (id = "", at = 0) =>
    database()
      .update(paymentInstruments)
      .set({ deletionDueAt: new Date(Date.now() + at) })
      .where(eq(paymentInstruments.id, id));
  await due(bad, -2000);
  await due(good, -1000);
  await spoil({ id: bad ?? "" }, "payment_instruments");
  expect(await deleteDueCards(new Date())).toBe(1);
  const left = (await savedCards(caller)).filter(({ deletionDueAt }) => deletionDueAt !== null);
  expect(left.map(({ id }) => id)).toEqual([bad]);
});
