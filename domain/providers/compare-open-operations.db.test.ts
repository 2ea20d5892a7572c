import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { alerts, pspOperations, refunds, sandboxPayments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { operationOf } from "../operations/operation";
import type { Payment } from "../payments/payment";
import { moved, paymentIn, write } from "../payments/test-payment";
import { voidDuePayments } from "../payments/void-due-payments";
import { checkRefunds } from "../refunds/check-refunds";
import { compareOpenOperations } from "./compare-open-operations";

const HOUR = 3_600_000;

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  // Everything that is open is looked at: here only what this suite leaves open.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

/** A payment about which its PSP has been asked something and has not answered clearly. */
async function asked(hoursAgo: number): Promise<Payment> {
  const payment = await paymentIn(caller, "submitted");
  const askedAt = new Date(Date.now() - hoursAgo * HOUR);
  await database()
    .insert(pspOperations)
    .values({
      ...operationOf(payment, "void"),
      state: "unknown",
      askedAt,
      leaseUntil: new Date(Date.now() + HOUR),
      answer: { is: "unknown", cause: "timeout" },
    });
  return payment;
}

async function alertsOn({ id }: Payment) {
  return database().select().from(alerts).where(eq(alerts.paymentId, id));
}

describe("an operation that stays open", () => {
  test("for an hour is told to staff once, with both views of the payment", async () => {
    const payment = await asked(2);
    expect(await compareOpenOperations(new Date())).toBe(1);
    expect(await compareOpenOperations(new Date())).toBe(0);
    const [alert, ...more] = await alertsOn(payment);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      kind: "operationUnresolved",
      times: 1,
      details: { operation: "void", cause: "timeout", ours: "submitted", theirs: "authorised" },
    });
  });

  test("although it is asked again every few minutes is told too", async () => {
    const payment = await moved(await paymentIn(caller, "submitted"), "cancelByService");
    // The bank has taken what is to be released.
    await database()
      .update(sandboxPayments)
      .set({ state: "captured", capturedOn: "2026-03-01", capturedPence: payment.amount })
      .where(eq(sandboxPayments.paymentId, payment.id));
    expect(await voidDuePayments(new Date(), payment)).toBe(1);
    await database()
      .update(pspOperations)
      .set({ askedAt: new Date(Date.now() - 2 * HOUR) })
      .where(eq(pspOperations.paymentId, payment.id));
    expect(await voidDuePayments(new Date(Date.now() + HOUR), payment)).toBe(1);
    expect(await compareOpenOperations(new Date())).toBe(1);
    expect(await alertsOn(payment)).toMatchObject([
      { details: { operation: "void", ours: "cancelled", theirs: "captured" } },
    ]);
  });

  test("for less is nobody's business yet", async () => {
    const payment = await asked(0.9);
    expect(await compareOpenOperations(new Date())).toBe(0);
    expect(await alertsOn(payment)).toEqual([]);
  });
});

describe("a refund of which nothing has been heard", () => {
  async function silent(daysAgo: number) {
    const payment = await write(await paymentIn(caller, "success"), { refunded: 100 });
    const { serviceId, accountId, id: paymentId } = payment;
    const id = newId(new Date());
    const createdAt = new Date(Date.now() - daysAgo * 24 * HOUR);
    await database()
      .insert(refunds)
      .values({ serviceId, accountId, paymentId, id, createdAt, status: "submitted", amount: 100 });
    return { payment, id };
  }

  test("for five days is shown to staff, once, and goes on waiting", async () => {
    const { payment, id } = await silent(6);
    expect(await checkRefunds(new Date())).toBe(1);
    expect(await checkRefunds(new Date())).toBe(0);
    expect(await alertsOn(payment)).toMatchObject([{ details: { refund: id, theirs: "unknown" } }]);
    const [refund] = await database().select().from(refunds).where(eq(refunds.id, id));
    expect(refund?.status).toBe("submitted");
  });

  test("and whose provider cannot be asked is shown to staff too, and not asked about again at once", async () => {
    const { payment, id } = await silent(6);
    await write(payment, { credentialsId: newId(new Date()) });
    expect(await checkRefunds(new Date())).toBe(1);
    expect(await checkRefunds(new Date())).toBe(0);
    expect(await alertsOn(payment)).toMatchObject([{ details: { refund: id, theirs: "unknown" } }]);
  });

  test("for four days is left alone", async () => {
    await silent(4);
    expect(await checkRefunds(new Date())).toBe(0);
  });
});
