import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { pspOperations, sandboxPayments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { psp } from "@/psp/index";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { leaseFrom, operationOf } from "../operations/operation";
import type { Payment } from "./payment";
import {
  effectsOn,
  moved,
  operationsOn,
  paymentIn,
  readPayment,
  write,
  sandboxContext,
} from "./test-payment";
import { voidDuePayments } from "./void-due-payments";

const MINUTE = 60_000;

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  // The clock releases whatever is due anywhere: here it is to find this suite's payments alone.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

/** A payment that has ended while its bank holds the money. */
const due = async () => moved(await paymentIn(caller, "submitted"), "cancelByService");

async function bankHas(payment: Payment, state: "captured" | "authorised"): Promise<void> {
  const taken = state === "captured";
  await database()
    .update(sandboxPayments)
    .set({ state, capturedOn: taken ? "2026-03-01" : null, capturedPence: taken ? payment.amount : 0 })
    .where(eq(sandboxPayments.paymentId, payment.id));
}

describe("what a bank holds for a payment that ended", () => {
  test("is released once, though five clocks find it due at the same moment", async () => {
    const payments = [await due(), await due()];
    const counts = await Promise.all(Array.from({ length: 5 }, async () => voidDuePayments(new Date())));
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    for (const payment of payments) {
      const after = await readPayment(payment);
      expect(after).toMatchObject({ status: "cancelled", voidDueAt: null });
      expect(after.voidedAt).not.toBeNull();
      expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
    }
  });

  test("is asked for again, ever more rarely, until the bank has released it", async () => {
    const payment = await due();
    await bankHas(payment, "captured");
    const seconds = [];
    for (let tries = 1; tries <= 30; tries += 1) {
      await write(payment, { voidDueAt: new Date(Date.now() - 1) });
      expect(await voidDuePayments(new Date())).toBe(1);
      seconds.push(Math.round((Number((await readPayment(payment)).voidDueAt) - Date.now()) / 1000));
    }
    expect(seconds.slice(0, 6)).toEqual([15, 60, 5 * 60, 15 * 60, 60 * 60, 60 * 60]);
    expect(await readPayment(payment)).toMatchObject({ status: "cancelled", voidedAt: null });
    expect((await operationsOn(payment)).void).toMatchObject({ state: "unknown", tries: 30 });
    expect(await voidDuePayments(new Date())).toBe(0);

    await bankHas(payment, "authorised");
    expect(await voidDuePayments(new Date(Date.now() + 61 * MINUTE))).toBe(1);
    expect(await readPayment(payment)).toMatchObject({ voidDueAt: null });
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
  });

  test.each([true, false])(
    "is released though a process died asking (the bank was reached: %s)",
    async (reached) => {
      const then = new Date(Date.now() - 2 * MINUTE);
      const payment = await write(await due(), { voidDueAt: new Date(then.getTime() + MINUTE) });
      const operation = operationOf(payment, "void");
      await database()
        .insert(pspOperations)
        .values({ ...operation, state: "asked", askedAt: then, leaseUntil: leaseFrom(then) });
      if (reached)
        await psp("sandbox", database()).void(sandboxContext(operation, then), payment.providerId ?? "");
      expect(await voidDuePayments(new Date())).toBe(1);
      expect((await readPayment(payment)).voidedAt).not.toBeNull();
      expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
      expect((await operationsOn(payment)).void).toMatchObject({ state: "answered", tries: 2 });
    },
  );

  test("is nothing that the clock need ask about where no card was ever authorised", async () => {
    for (const status of ["created", "started"] as const) {
      const payment = await moved(await paymentIn(caller, status), "cancelByService");
      expect(payment.voidDueAt).toBeNull();
    }
    expect(await voidDuePayments(new Date())).toBe(0);
  });
});
