import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { accounts, alerts, pspCredentials, pspNotifications, pspOperations, refunds } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { testCredentials } from "@/psp/worldpay/test-worldpay";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { operationOf } from "../operations/operation";
import type { Payment } from "../payments/payment";
import { recordAuthorisation } from "../payments/record-authorisation";
import { readPayment, statusesOf, testPayment, write } from "../payments/test-payment";
import { moveRefund } from "../refunds/move-refund";
import { createRefund } from "../refunds/create-refund";
import { isRefused } from "../refused";
import { seal } from "../sealed";
import { handleNotifications } from "./handle-notifications";
import { receiveNotification } from "./receive-notification";

let caller: ServiceCaller;
let credentialsId: string;

beforeAll(async () => {
  await testDatabase();
  // Live, so that a refund is told as submitted and waits for its notification.
  ({ caller } = await testAccount({ live: true, paymentProvider: "worldpay" }));
  credentialsId = newId(new Date());
  const { serviceId, id: accountId } = caller.account;
  await database()
    .insert(pspCredentials)
    .values({
      serviceId,
      id: credentialsId,
      accountId,
      createdAt: new Date(),
      createdBy: "tests",
      paymentProvider: "worldpay",
      sealed: seal(testCredentials()),
    });
  await database().update(accounts).set({ credentialsId }).where(eq(accounts.id, accountId));
});

/** A payment whose capture Worldpay has received. */
async function asked(): Promise<Payment> {
  const payment = await testPayment(caller);
  const now = new Date();
  return write(payment, {
    status: "success",
    expiresAt: null,
    providerId: `${payment.id}-o1`,
    captureSubmittedAt: now,
    captureCheckDueAt: new Date(now.getTime() + 172_800_000),
  });
}

function message(payment: Payment, journalType: string, inJournal = "", merchantCode = "ONEOFF"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<paymentService version="1.4" merchantCode="${merchantCode}"><notify><orderStatusEvent orderCode="${payment.id}-o1">
<payment><paymentMethod>VISA-SSL</paymentMethod><amount value="${payment.amount}" currencyCode="GBP" exponent="2"/>
<lastEvent>${journalType}</lastEvent></payment>
<journal journalType="${journalType}" sent="n"><bookingDate><date dayOfMonth="02" month="03" year="2026"/></bookingDate>${inJournal}</journal>
</orderStatusEvent></notify></paymentService>`;
}

async function tell(body: string, to = credentialsId) {
  const received = await receiveNotification("worldpay", to, { body, header: () => null }, new Date());
  await settleBackground();
  return received;
}

async function inbox() {
  return database().select().from(pspNotifications).where(eq(pspNotifications.credentialsId, credentialsId));
}

async function refundOf(payment: Payment) {
  const input = { amount: 100, refund_amount_available: payment.amount };
  const refund = await createRefund(caller, payment.id, input, new Date());
  if (isRefused(refund)) throw new Error(refund.refused);
  return refund;
}

async function statusOf({ id }: { id: string }) {
  const [refund] = await database().select().from(refunds).where(eq(refunds.id, id));
  return refund?.status;
}

const byReference = (id: string) => `<journalReference type="capture" reference="${id}"/>`;

describe("what a PSP tells", () => {
  test("is acknowledged in its words, stored, and acted on", async () => {
    const payment = await asked();
    expect(await tell(message(payment, "CAPTURED"))).toEqual({ contentType: "text/plain", body: "[OK]" });
    await handleNotifications(new Date());
    expect(await readPayment(payment)).toMatchObject({
      status: "success",
      capturedOn: "2026-03-02",
      captureCheckDueAt: null,
      fee: null,
    });
  });

  test("three times and at once is one notification with one effect", async () => {
    const payment = await asked();
    const before = (await inbox()).length;
    await Promise.all([1, 2, 3].map(async () => tell(message(payment, "CAPTURED"))));
    await tell(message(payment, "CAPTURED"));
    await handleNotifications(new Date());
    expect((await inbox()).length).toBe(before + 1);
    expect((await readPayment(payment)).capturedOn).toBe("2026-03-02");
    expect(await statusesOf(payment)).toEqual(["created"]);
  });

  test("of someone else's merchant code, or in no form known, is refused and changes nothing", async () => {
    const payment = await asked();
    const before = (await inbox()).length;
    for (const body of [message(payment, "CAPTURED", "", "OTHERS"), "not xml", "<x/>", ""]) {
      expect(await tell(body)).toHaveProperty("refused", "forged");
    }
    expect((await inbox()).length).toBe(before);
    expect((await readPayment(payment)).capturedOn).toBeNull();
  });

  test.each(["nobody", newId(new Date()), "../etc"])(
    "at an address that is nobody's is unknown: %s",
    async (to) => {
      expect(await tell("<x/>", to)).toHaveProperty("refused", "unknown");
    },
  );

  test("of another account's payment is not acted on, and ends in front of staff", async () => {
    const { caller: other } = await testAccount();
    const theirs = await write(await testPayment(other), {
      status: "success",
      expiresAt: null,
      providerId: "p",
      captureSubmittedAt: new Date(),
    });
    await tell(message(theirs, "CAPTURED"));
    // A day of tries later.
    for (let hour = 0; hour < 30; hour += 1)
      await handleNotifications(new Date(Date.now() + (hour + 1) * 3_700_000));
    expect((await readPayment(theirs)).capturedOn).toBeNull();
    const row = (await inbox()).find(({ event }) => event.paymentId === theirs.id);
    expect(row).toMatchObject({ state: "abandoned", why: "no such payment", dueAt: null });
    const raised = await database()
      .select()
      .from(alerts)
      .where(eq(alerts.dedupeKey, `notificationAbandoned:${row?.serviceId}:${row?.id}`));
    expect(raised).toHaveLength(1);
  });

  test.each([
    ["that nobody asked for", { captureSubmittedAt: null, captureCheckDueAt: null }],
    ["that it had refused", { status: "error", code: "P0050", captureCheckDueAt: null }],
  ] as const)("of a capture %s changes nothing, and staff are told", async (_, values) => {
    const payment = await write(await asked(), values);
    await tell(message(payment, "CAPTURED"));
    await handleNotifications(new Date());
    expect(await readPayment(payment)).toEqual(payment);
    const raised = await database()
      .select()
      .from(alerts)
      .where(eq(alerts.dedupeKey, `unlawfulNotification:${payment.id}`));
    expect(raised).toMatchObject([{ details: { ours: payment.status, theirs: "captured" } }]);
  });
});

describe("an authorisation that a PSP tells of", () => {
  const ENDED = { status: "error", code: "P0050", expiresAt: null } as const;

  test("and that its payment, ended by now, has never known of is released", async () => {
    const payment = await write(await testPayment(caller), ENDED);
    await tell(message(payment, "AUTHORISED"));
    await handleNotifications(new Date());
    expect(await readPayment(payment)).toMatchObject({
      ...ENDED,
      providerId: `${payment.id}-o1`,
      voidDueAt: expect.any(Date) as Date,
    });
  });

  test("while its own answer is being found out waits for what comes of that", async () => {
    const payment = await write(await testPayment(caller), { status: "started" });
    const operation = operationOf(payment, "authorise");
    const lost = { state: "unknown", askedAt: new Date(), leaseUntil: new Date() } as const;
    await database()
      .insert(pspOperations)
      .values({ ...operation, ...lost });
    await tell(message(payment, "AUTHORISED"));
    await handleNotifications(new Date());
    expect(await readPayment(payment)).toEqual(payment);
    // An inquiry came too early to see it.
    await recordAuthorisation(operation, { is: "error", reason: "missing" }, new Date());
    expect(await readPayment(payment)).toMatchObject({ status: "error", voidDueAt: null });
    await handleNotifications(new Date(Date.now() + 2 * 60_000));
    expect((await readPayment(payment)).voidDueAt).not.toBeNull();
  });

  test.each([
    ["that was released", { ...ENDED, voidedAt: new Date() }],
    ["that stands", { status: "submitted" }],
    ["whose payer has yet to prove who they are", { status: "started" }],
    ["whose money is taken", { status: "success", expiresAt: null }],
  ] as const)("%s changes nothing", async (_, values) => {
    const payment = await testPayment(caller);
    const known = await write(payment, { ...values, providerId: `${payment.id}-o1` });
    await tell(message(payment, "AUTHORISED"));
    await handleNotifications(new Date());
    expect(await readPayment(payment)).toEqual(known);
  });
});

describe("a refund that only a notification decides", () => {
  test.each([
    ["REFUNDED", "success", 1100],
    ["REFUND_FAILED", "error", 1200],
  ] as const)("told as %s is %s", async (journalType, status, left) => {
    const payment = await write(await asked(), { capturedOn: "2026-03-02", captureCheckDueAt: null });
    const refund = await refundOf(payment);
    expect(await statusOf(refund)).toBe("submitted");
    await tell(message(payment, journalType, byReference(refund.id)));
    await handleNotifications(new Date());
    expect(await statusOf(refund)).toBe(status);
    const after = await readPayment(payment);
    expect(after.amount - after.refunded).toBe(left);
  });

  test("and then failed after all gives the amount back, and staff are told", async () => {
    const payment = await write(await asked(), { capturedOn: "2026-03-02", captureCheckDueAt: null });
    const refund = await refundOf(payment);
    await tell(message(payment, "REFUNDED", byReference(refund.id)));
    await tell(message(payment, "REFUND_FAILED", byReference(refund.id)));
    await handleNotifications(new Date());
    expect(await statusOf(refund)).toBe("error");
    expect((await readPayment(payment)).refunded).toBe(0);
    const raised = await database()
      .select()
      .from(alerts)
      .where(eq(alerts.dedupeKey, `refundReversed:${refund.id}`));
    expect(raised).toHaveLength(1);
  });

  test("and settled, and then taken back after all, was not settled", async () => {
    const payment = await write(await asked(), { capturedOn: "2026-03-02", captureCheckDueAt: null });
    const refund = await refundOf(payment);
    await tell(message(payment, "REFUNDED", byReference(refund.id)));
    await handleNotifications(new Date());
    await database().update(refunds).set({ settledOn: "2026-03-03" }).where(eq(refunds.id, refund.id));
    await tell(message(payment, "REFUND_FAILED", byReference(refund.id)));
    await handleNotifications(new Date());
    const [taken] = await database().select().from(refunds).where(eq(refunds.id, refund.id));
    expect(taken).toMatchObject({ status: "error", settledOn: null });
    expect((await readPayment(payment)).refunded).toBe(0);
  });

  test("by two at once is decided once, and nobody waits in a circle", async () => {
    const payments = await Promise.all(
      Array.from({ length: 10 }, async () =>
        write(await asked(), { capturedOn: "2026-03-02", captureCheckDueAt: null }),
      ),
    );
    for (const payment of payments) {
      const refund = await refundOf(payment);
      const fail = () =>
        database().transaction((transaction) => moveRefund(transaction, refund, "fail", new Date()));
      await Promise.all([
        tell(message(payment, "REFUND_FAILED", byReference(refund.id))),
        fail(),
        handleNotifications(new Date()),
        fail(),
      ]);
      await handleNotifications(new Date());
      expect(await statusOf(refund)).toBe("error");
      expect((await readPayment(payment)).refunded).toBe(0);
    }
  });

  test("in the wrong order stays failed, and staff are told", async () => {
    const payment = await write(await asked(), { capturedOn: "2026-03-02", captureCheckDueAt: null });
    const refund = await refundOf(payment);
    await tell(message(payment, "REFUND_FAILED", byReference(refund.id)));
    await tell(message(payment, "REFUNDED", byReference(refund.id)));
    await handleNotifications(new Date());
    expect(await statusOf(refund)).toBe("error");
    const raised = await database()
      .select()
      .from(alerts)
      .where(eq(alerts.dedupeKey, `unlawfulNotification:${refund.id}`));
    expect(raised).toHaveLength(1);
  });
});
