import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  isFinished,
  PAYMENT_STATUSES,
  PAYMENT_STEPS,
  stepPayment,
  type PaymentStatus,
  type PaymentTrigger,
} from "@/contract/states";
import { database } from "@/db/client";
import { agreements, paymentEvents, payments } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { movePayment } from "./move-payment";
import type { Payment } from "./payment";
import { moved, opened, paymentIn, readPayment, statusesOf, testPayment } from "./test-payment";

const HOUR = 3_600_000;
// Far enough ahead that no other suite's sweep finds anything due here.
const NOW = new Date("2099-03-01T12:00:00.000Z");
const LATER = new Date("2099-03-01T12:30:00.123Z");
const TRIGGERS = [...new Set(PAYMENT_STEPS.map(({ on }) => on))].filter((on) => on !== "create");

let caller: ServiceCaller;
let agreementId: string;
beforeAll(async () => {
  ({ caller } = await testAccount());
  const { serviceId, id: accountId } = caller.account;
  agreementId = newId(NOW);
  await database().insert(agreements).values({
    serviceId,
    accountId,
    id: agreementId,
    createdAt: NOW,
    status: "created",
    reference: "A",
    description: "A",
  });
});

/** A payment as it stands in a status, written as it would be found. */
async function standing(status: PaymentStatus, facts: Partial<Payment> = {}): Promise<Payment> {
  const { serviceId, id: accountId } = caller.account;
  const delayedCapture = facts.delayedCapture ?? status === "capturable";
  const [payment] = await database()
    .insert(payments)
    .values({
      serviceId,
      accountId,
      id: newId(NOW),
      createdAt: NOW,
      status,
      code: { failed: "P0010", cancelled: "P0040", error: "P0050" }[status as string] as Payment["code"],
      expiresAt: isFinished(status) ? null : new Date(NOW.getTime() + 1.5 * HOUR),
      amount: 1000,
      reference: "R",
      description: "D",
      language: "en",
      authorisationMode: "web",
      returnUrl: (facts.authorisationMode ?? "web") === "web" ? "https://a.example/" : null,
      agreementId: facts.authorisationMode === "agreement" ? agreementId : null,
      moto: facts.authorisationMode === "moto_api",
      paymentProvider: "sandbox",
      providerId: "at-the-sandbox",
      ...facts,
      delayedCapture,
    })
    .returning();
  if (!payment) throw new Error("Not stored");
  return payment;
}

const step = async (payment: Payment, trigger: PaymentTrigger) =>
  database().transaction((transaction) => movePayment(transaction, payment, trigger, LATER));

const TABLE = PAYMENT_STATUSES.flatMap((status) =>
  TRIGGERS.flatMap((trigger) =>
    (["web", "moto_api", "agreement"] as const).flatMap((authorisationMode) =>
      [true, false]
        .filter((delayedCapture) => delayedCapture || status !== "capturable")
        .map((delayedCapture) => ({
          status,
          trigger,
          authorisationMode,
          delayedCapture,
          row: stepPayment(status, trigger, { authorisationMode, delayedCapture }),
        })),
    ),
  ),
);

describe("every status and trigger", () => {
  test.each(TABLE.filter(({ row }) => row))(
    "$status on $trigger ($authorisationMode, delayed $delayedCapture) follows its one row",
    async ({ status, trigger, authorisationMode, delayedCapture, row }) => {
      const payment = await standing(status, { authorisationMode, delayedCapture });
      const after = await step(payment, trigger);
      const to = row?.to ?? status;
      const lifetime = to === "capturable" ? 120 : 1.5;
      const hasFailed = ["failed", "cancelled", "error"].includes(to);
      const wasAuthorised = status === "submitted" && authorisationMode !== "agreement";
      const mayBeHeld = payment.providerId !== null && (trigger !== "decline" || wasAuthorised);
      expect(after).toEqual({
        ...payment,
        status: to,
        code: row?.code ?? null,
        expiresAt: isFinished(to) ? null : new Date(NOW.getTime() + lifetime * HOUR),
        voidDueAt: mayBeHeld && hasFailed ? LATER : null,
      });
      expect(await readPayment(payment)).toEqual(after);
      const [event, ...more] = await database()
        .select()
        .from(paymentEvents)
        .where(eq(paymentEvents.paymentId, payment.id));
      expect(more).toEqual([]);
      expect(event).toMatchObject({ status: to, code: row?.code ?? null, happenedAt: LATER });
    },
  );

  test.each(TABLE.filter(({ row }) => !row))(
    "$status on $trigger ($authorisationMode, delayed $delayedCapture) has no row and changes nothing",
    async ({ status, trigger, authorisationMode, delayedCapture }) => {
      const payment = await standing(status, { authorisationMode, delayedCapture });
      expect(await step(payment, trigger)).toBeUndefined();
      expect(await readPayment(payment)).toEqual(payment);
      expect(await statusesOf(payment)).toEqual([]);
    },
  );
});

describe("a move", () => {
  test("that comes second changes nothing and leaves no event", async () => {
    const payment = await opened(await testPayment(caller));
    expect(await step(payment, "cancelByService")).toBeDefined();
    expect(await step(payment, "expire")).toBeUndefined();
    expect(await readPayment(payment)).toMatchObject({ status: "cancelled", code: "P0040" });
    expect(await statusesOf(payment)).toEqual(["created", "started", "cancelled"]);
  });

  test("is won by one of twenty at once, whatever each of them wants", async () => {
    const payment = await paymentIn(caller, "submitted");
    const wanted: PaymentTrigger[] = ["confirm", "expire", "cancelByPayer", "cancelByService", "fault"];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => step(payment, wanted[n % wanted.length] ?? "expire")),
    );
    const won = outcomes.filter((outcome) => outcome !== undefined);
    expect(won).toHaveLength(1);
    expect(await readPayment(payment)).toEqual(won[0]);
    expect(await statusesOf(payment)).toHaveLength(4);
  });

  test("goes back with its event when the transaction around it fails", async () => {
    const payment = await testPayment(caller);
    const failing = database().transaction(async (transaction) => {
      await movePayment(transaction, payment, "start", LATER);
      throw new Error("after the move");
    });
    await expect(failing).rejects.toThrow("after the move");
    expect(await readPayment(payment)).toEqual(payment);
    expect(await statusesOf(payment)).toEqual(["created"]);
  });

  test("sets what goes with it in the same write", async () => {
    const payment = await opened(await testPayment(caller));
    const after = await database().transaction((transaction) =>
      movePayment(transaction, payment, "authorise", LATER, { providerId: "p", threeDsRequired: false }),
    );
    expect(after).toMatchObject({ status: "submitted", providerId: "p", threeDsRequired: false });
  });

  test("releases nothing where nothing can be held", async () => {
    expect((await moved(await standing("submitted"), "expire")).voidDueAt).not.toBeNull();
    const started = await standing("started", { providerId: null });
    expect((await moved(started, "fault")).voidDueAt).toBeNull();
    const unanswered = await standing("submitted", { authorisationMode: "agreement", providerId: null });
    expect((await moved(unanswered, "expire")).voidDueAt).toBeNull();
  });
});
