import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { pspOperations, sandboxPayments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { psp } from "@/psp/index";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { leaseFrom, operationOf } from "../operations/operation";
import { newId } from "../new-id";
import { captureDuePayments } from "./capture-due-payments";
import { movePayment } from "./move-payment";
import type { Payment } from "./payment";
import {
  effectsOn,
  operationsOn,
  paymentIn,
  readPayment,
  statusesOf,
  write,
  sandboxContext,
} from "./test-payment";

const MINUTE = 60_000;

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  // The clock captures whatever is due anywhere: here it is to find this suite's payments alone.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

/** A payment that its payer has confirmed, and whose money nobody has asked for yet. */
async function due(captureDueAt = new Date(Date.now() - 1000)): Promise<Payment> {
  const payment = await paymentIn(caller, "submitted");
  const confirmed = await database().transaction((transaction) =>
    movePayment(transaction, payment, "confirm", new Date(), { captureDueAt }),
  );
  if (!confirmed) throw new Error("Not confirmed");
  return confirmed;
}

/** The bank has let the money go, so that it rejects every capture. */
async function bankHas(payment: Payment, state: "voided" | "authorised"): Promise<void> {
  await database().update(sandboxPayments).set({ state }).where(eq(sandboxPayments.paymentId, payment.id));
}

/** What a process that died while it asked has left behind. */
async function claimedByTheDead(payment: Payment, minutesAgo = 2): Promise<Payment> {
  const then = new Date(Date.now() - minutesAgo * MINUTE);
  await database()
    .insert(pspOperations)
    .values({
      ...operationOf(payment, "capture"),
      state: "asked",
      askedAt: then,
      leaseUntil: leaseFrom(then),
    });
  return write(payment, {
    captureTries: 1,
    captureSubmittedAt: then,
    captureDueAt: new Date(then.getTime() + MINUTE),
  });
}

const minutesUntil = (date: Date | null) => (Number(date) - Date.now()) / MINUTE;

describe("a capture", () => {
  test("is asked for when it is due, and not before", async () => {
    const [now, later] = [await due(), await due(new Date(Date.now() + 5000))];
    expect(await captureDuePayments(new Date())).toBe(1);
    expect((await readPayment(now)).capturedOn).not.toBeNull();
    expect(await readPayment(later)).toEqual(later);
    expect(await captureDuePayments(new Date(), later)).toBe(0);
    expect(await captureDuePayments(new Date(Date.now() + 5000))).toBe(1);
    expect((await readPayment(later)).capturedOn).not.toBeNull();
  });

  test("happens once, though five clocks find it due at the same moment", async () => {
    const payments = [await due(), await due(), await due()];
    const counts = await Promise.all(Array.from({ length: 5 }, async () => captureDuePayments(new Date())));
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
    for (const payment of payments) {
      expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
      expect(await readPayment(payment)).toMatchObject({ captureTries: 1, captureDueAt: null });
    }
  });

  test("is due to others while it is being asked for only after a minute", async () => {
    const payment = await claimedByTheDead(await due(), 0);
    expect(await captureDuePayments(new Date())).toBe(0);
    expect(await captureDuePayments(new Date(Date.now() + MINUTE))).toBe(1);
    expect((await readPayment(payment)).captureTries).toBe(2);
  });
});

describe("a process that died", () => {
  test("before it reached the bank: the capture is asked for again, under the same key", async () => {
    const payment = await claimedByTheDead(await due());
    expect(await captureDuePayments(new Date())).toBe(1);
    const after = await readPayment(payment);
    expect(after).toMatchObject({ captureDueAt: null, captureTries: 2 });
    expect(after.captureSubmittedAt).toEqual(payment.captureSubmittedAt);
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
    expect((await operationsOn(payment)).capture).toMatchObject({ state: "answered", tries: 2 });
  });

  test("after the bank took the money: it is not taken twice, and the day is the first one's", async () => {
    const payment = await claimedByTheDead(await due());
    const yesterday = new Date(Date.now() - 24 * 60 * MINUTE);
    const bank = psp("sandbox", database());
    await bank.capture(
      sandboxContext(operationOf(payment, "capture"), yesterday),
      payment.providerId ?? "",
      payment.amount,
    );
    expect(await captureDuePayments(new Date())).toBe(1);
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
    expect(await readPayment(payment)).toMatchObject({
      captureDueAt: null,
      capturedOn: yesterday.toISOString().slice(0, 10),
    });
  });
});

test("a capture whose provider's credentials have gone is tried again after an hour, in sight of the journal", async () => {
  const payment = await write(await due(), { credentialsId: newId(new Date()) });
  expect(await captureDuePayments(new Date(), payment)).toBe(1);
  expect(minutesUntil((await readPayment(payment)).captureDueAt)).toBeCloseTo(LIMITS.captureRetryMinutes, 0);
  expect((await operationsOn(payment)).capture).toMatchObject({ state: "unknown", tries: 1 });
  await write(payment, { captureDueAt: null });
});

describe("a capture that the bank rejects", () => {
  test("is tried again after an hour, and the payment stays a success", async () => {
    const payment = await due();
    await bankHas(payment, "voided");
    expect(await captureDuePayments(new Date())).toBe(1);
    const after = await readPayment(payment);
    expect(after).toMatchObject({ status: "success", captureTries: 1, capturedOn: null });
    expect(minutesUntil(after.captureDueAt)).toBeCloseTo(LIMITS.captureRetryMinutes, 0);
    expect((await operationsOn(payment)).capture).toMatchObject({ state: "unknown" });
    expect(await captureDuePayments(new Date())).toBe(0);

    await bankHas(payment, "authorised");
    expect(await captureDuePayments(new Date(Date.now() + 61 * MINUTE))).toBe(1);
    expect(await readPayment(payment)).toMatchObject({ captureDueAt: null, captureTries: 2 });
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
  });

  test("twenty-six times is an error, and asked for no more", async () => {
    const payment = await due();
    await bankHas(payment, "voided");
    for (let tries = 1; tries <= 26; tries += 1) {
      expect((await readPayment(payment)).status).toBe("success");
      await write(payment, { captureDueAt: new Date(Date.now() - 1) });
      expect(await captureDuePayments(new Date())).toBe(1);
      expect((await readPayment(payment)).captureTries).toBe(tries);
    }
    expect(await readPayment(payment)).toMatchObject({
      status: "error",
      code: "P0050",
      captureDueAt: null,
      capturedOn: null,
      expiresAt: null,
    });
    expect((await statusesOf(payment)).slice(-2)).toEqual(["success", "error"]);
    expect(await captureDuePayments(new Date(Date.now() + 1e9))).toBe(0);
  });

  test("does not keep the captures of others waiting", async () => {
    const [bad, good] = [await due(new Date(Date.now() - 5000)), await due()];
    await bankHas(bad, "voided");
    expect(await captureDuePayments(new Date(), undefined, 1)).toBe(1);
    expect(await captureDuePayments(new Date(), undefined, 1)).toBe(1);
    expect((await readPayment(good)).capturedOn).not.toBeNull();
    expect((await readPayment(bad)).captureTries).toBe(1);
  });
});
