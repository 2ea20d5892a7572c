import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { confirmPayment } from "./confirm-payment";
import { expireDuePayments, isOverdue } from "./expire-payment";
import { findPayment } from "./find-payment";
import { listEvents } from "./list-events";
import type { Payment } from "./payment";
import { effectsOn, opened, paymentIn, readPayment, statusesOf, testPayment } from "./test-payment";
import { voidDuePayments } from "./void-due-payments";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  // A sweep takes every payment there is: this suite moves time for its own alone.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

const after = (payment: Payment, milliseconds: number) =>
  new Date(payment.createdAt.getTime() + milliseconds);

describe("time runs out", () => {
  test.each([
    ["created", 90 * MINUTE],
    ["started", 90 * MINUTE],
    ["submitted", 90 * MINUTE],
    ["capturable", 120 * HOUR],
  ] as const)("for a payment that is %s exactly %i ms after its creation", async (status, lifetime) => {
    for (const meet of [
      async (payment: Payment, now: Date) => findPayment(caller, payment.id, now),
      async (_: Payment, now: Date) => expireDuePayments(now),
    ]) {
      const payment = await paymentIn(caller, status);
      expect(payment.expiresAt).toEqual(after(payment, lifetime));
      await meet(payment, after(payment, lifetime - 1));
      expect(await readPayment(payment)).toEqual(payment);
      await meet(payment, after(payment, lifetime));
      expect(await readPayment(payment)).toMatchObject({ status: "failed", code: "P0020", expiresAt: null });
      expect(await listEvents(payment)).toMatchObject([
        ...(await listEvents(payment)).slice(0, -1),
        { status: "failed", code: "P0020", happenedAt: after(payment, lifetime) },
      ]);
    }
  });

  test.each(["success", "failed", "cancelled", "error"] as const)(
    "for no payment that is %s",
    async (status) => {
      const payment = await paymentIn(caller, status);
      expect(isOverdue(payment, after(payment, 1e12))).toBe(false);
      await expireDuePayments(after(payment, 1e12));
      expect(await readPayment(payment)).toEqual(payment);
    },
  );

  test("for every overdue payment in one sweep, and a second finds none", async () => {
    const payments = [];
    for (let n = 0; n < 12; n += 1)
      payments.push(n % 2 ? await testPayment(caller) : await opened(await testPayment(caller)));
    const now = new Date(Date.now() + 90 * MINUTE);
    expect(await expireDuePayments(now)).toBe(12);
    for (const payment of payments) expect((await statusesOf(payment)).at(-1)).toBe("failed");
    expect(await expireDuePayments(now)).toBe(0);
  });

  test("for at most as many at a time as asked for, the longest overdue first", async () => {
    const [early, late] = [
      await testPayment(caller),
      await testPayment(caller, {}, new Date(Date.now() + 5)),
    ];
    expect(await expireDuePayments(after(late, 91 * MINUTE), undefined, 1)).toBe(1);
    expect((await readPayment(early)).status).toBe("failed");
    expect((await readPayment(late)).status).toBe("created");
    expect(await expireDuePayments(after(late, 91 * MINUTE))).toBe(1);
  });

  test("once, when several sweeps and reads meet the payment together", async () => {
    const payment = await testPayment(caller);
    const now = after(payment, 90 * MINUTE);
    const met = await Promise.all([
      ...Array.from({ length: 5 }, async () => expireDuePayments(now)),
      ...Array.from({ length: 5 }, async () => findPayment(caller, payment.id, now)),
    ]);
    for (const found of met.slice(5)) expect(found).toMatchObject({ status: "failed" });
    expect(await statusesOf(payment)).toEqual(["created", "failed"]);
  });

  test("and what the bank holds is released", async () => {
    for (const status of ["submitted", "capturable"] as const) {
      const payment = await paymentIn(caller, status);
      const now = after(payment, 120 * HOUR);
      await expireDuePayments(now);
      expect(await voidDuePayments(now, payment)).toBe(1);
      expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
    }
  });

  test("or the payer confirms, never both", async () => {
    for (let round = 0; round < 3; round += 1) {
      const payment = await paymentIn(caller, "submitted", { delayed_capture: true });
      const due = after(payment, 90 * MINUTE);
      await Promise.all([confirmPayment(payment, new Date(due.getTime() - 1)), expireDuePayments(due)]);
      const { status, voidDueAt } = await readPayment(payment);
      expect(status === "capturable" ? voidDueAt === null : status === "failed" && voidDueAt !== null).toBe(
        true,
      );
      expect(await statusesOf(payment)).toHaveLength(4);
    }
  });
});
