import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { sandboxOperations } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { isRefused, refused } from "../refused";
import { confirmPayment } from "./confirm-payment";
import {
  aged,
  effectsOn,
  operationsOn,
  paymentIn,
  readPayment,
  statusesOf,
  TEST_NUMBERS,
} from "./test-payment";

const NOT_AWAITING = refused("notAwaitingConfirmation");

let caller: ServiceCaller;
beforeAll(async () => {
  ({ caller } = await testAccount());
});

describe("a payer who confirms", () => {
  test("succeeds at once, and the bank is asked for the money in the background", async () => {
    const payment = await paymentIn(caller, "submitted");
    const confirmed = await confirmPayment(payment, new Date());
    expect(confirmed).toMatchObject({ status: "success", expiresAt: null });
    await settleBackground();
    const after = await readPayment(payment);
    expect(after).toMatchObject({ captureDueAt: null, captureTries: 1, voidDueAt: null });
    expect(after.captureSubmittedAt).not.toBeNull();
    expect(after.capturedOn).toBe(new Date().toISOString().slice(0, 10));
    expect((await operationsOn(payment)).capture).toMatchObject({ state: "answered", tries: 1 });
  });

  test("twenty times at once has the money taken once", async () => {
    const payment = await paymentIn(caller, "submitted");
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () => confirmPayment(payment, new Date())),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(1);
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
    expect(await statusesOf(payment)).toEqual(["created", "started", "submitted", "success"]);
  });

  test("pays amount and surcharge", async () => {
    const of = await testAccount({ surchargeCreditPence: 250 });
    const payment = await paymentIn(of.caller, "success", {}, TEST_NUMBERS.corporateCredit);
    const taken = await database()
      .select({ kind: sandboxOperations.kind, amount: sandboxOperations.amount })
      .from(sandboxOperations)
      .where(eq(sandboxOperations.paymentId, payment.id));
    expect(taken).toContainEqual({ kind: "capture", amount: 1450 });
  });

  test("with delayed capture leaves the payment capturable for 120 hours from its creation", async () => {
    const payment = await paymentIn(caller, "submitted", { delayed_capture: true });
    expect(await confirmPayment(payment, new Date())).toMatchObject({
      status: "capturable",
      captureDueAt: null,
      expiresAt: new Date(payment.createdAt.getTime() + 120 * 3_600_000),
    });
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authorise"]);
  });

  test.each(["created", "started", "capturable", "success", "failed", "cancelled", "error"] as const)(
    "is refused when the payment is %s",
    async (status) => {
      const payment = await paymentIn(caller, status);
      expect(await confirmPayment(payment, new Date())).toEqual(NOT_AWAITING);
      expect(await readPayment(payment)).toEqual(payment);
    },
  );

  test("too late pays nothing: the payment is expired, and what is held is released", async () => {
    const payment = await aged(await paymentIn(caller, "submitted"), 90 * 60_000);
    expect(await confirmPayment(payment, new Date())).toEqual(NOT_AWAITING);
    await settleBackground();
    const after = await readPayment(payment);
    expect(after).toMatchObject({ status: "failed", code: "P0020", captureDueAt: null });
    expect(after.voidedAt).not.toBeNull();
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
  });
});
