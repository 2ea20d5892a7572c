import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "@/psp/port";
import { database } from "@/db/client";
import { alerts, sandboxPayments } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { captureDuePayments, refuseCapture } from "./capture-due-payments";
import { checkCaptures, recordCaptureState } from "./check-captures";
import type { Payment } from "./payment";
import { recordCapture } from "./record-capture";
import { moved, operationsOn, paymentIn, readPayment, statusesOf, write } from "./test-payment";

let caller: ServiceCaller;

beforeAll(async () => {
  ({ caller } = await testAccount());
});

/** A payment whose PSP has received the capture and is asked what came of it. */
async function checked(): Promise<Payment> {
  const payment = await paymentIn(caller, "success");
  return write(payment, { capturedOn: null, captureCheckDueAt: new Date() });
}

const STATES: Snapshot["state"][] = ["authorised", "captured", "expired", "error", "missing", "unknown"];

describe("a view of a payment that is older than the news of its capture", () => {
  test.each(STATES)("changes nothing about money that has been taken: %s", async (state) => {
    const payment = await checked();
    await database().transaction((transaction) =>
      recordCapture(transaction, payment, { capturedOn: "2026-03-02" }, new Date()),
    );
    const taken = await readPayment(payment);
    await recordCaptureState(payment, { state }, new Date());
    expect(await readPayment(payment)).toEqual(taken);
  });

  test.each(STATES)("changes nothing about money that was refused: %s", async (state) => {
    const payment = await checked();
    await database().transaction((transaction) => refuseCapture(transaction, payment, "expired", new Date()));
    const refused = await readPayment(payment);
    await recordCaptureState(payment, { state }, new Date());
    expect(await readPayment(payment)).toEqual(refused);
    expect(await statusesOf(payment)).toEqual(["created", "started", "submitted", "success", "error"]);
  });
});

test("a capture that was refused while its PSP was asked for it once more has nothing open afterwards", async () => {
  const confirmed = await moved(await paymentIn(caller, "submitted"), "confirm");
  const payment = await write(confirmed, { captureDueAt: new Date() });
  const books = eq(sandboxPayments.paymentId, payment.id);
  const asking = await database().transaction(async (transaction) => {
    await transaction.select().from(sandboxPayments).where(books).for("update");
    const capturing = captureDuePayments(new Date(), payment);
    while ((await readPayment(payment)).captureTries === 0) await new Promise(setImmediate);
    await recordCaptureState(payment, { state: "expired" }, new Date());
    await transaction.update(sandboxPayments).set({ state: "voided" }).where(books);
    return { capturing };
  });
  await asking.capturing;
  expect(await readPayment(payment)).toMatchObject({ status: "error", captureDueAt: null });
  expect((await operationsOn(payment)).capture).toMatchObject({ state: "answered" });
});

describe("a capture of which nothing can be found out", () => {
  const spoilt: Readonly<Record<string, (payment: Payment) => Promise<unknown>>> = {
    "its PSP does not know it": ({ id }) =>
      database().update(sandboxPayments).set({ accountId: "other" }).where(eq(sandboxPayments.paymentId, id)),
    "its PSP cannot be asked": (payment) => write(payment, { credentialsId: newId(new Date()) }),
  };

  test.each(Object.keys(spoilt))("is told to staff, and asked about again in a day: %s", async (why) => {
    ({ caller } = await testAccount());
    const payment = await checked();
    await spoilt[why]?.(payment);
    const { serviceId, accountId } = payment;
    expect(await checkCaptures(new Date(), { serviceId, accountId })).toBe(1);
    const after = await readPayment(payment);
    expect(after.status).toBe("success");
    expect(Math.round((Number(after.captureCheckDueAt) - Date.now()) / 3_600_000)).toBe(24);
    expect(await database().select().from(alerts).where(eq(alerts.paymentId, payment.id))).toMatchObject([
      { kind: "captureNotConfirmed" },
    ]);
  });
});
