import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { pspOperations } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { createSimulator, type Simulator } from "@/psp/simulator/create-simulator";
import { testAccount } from "../accounts/test-account";
import { findAccountOf } from "../accounts/find-account";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { captureDuePayments } from "../payments/capture-due-payments";
import type { Payment } from "../payments/payment";
import { paymentIn, readPayment, write } from "../payments/test-payment";
import { actOnRefund } from "../providers/act-on-refund";
import { actOnPayment } from "../providers/act-on-payment";
import type { Notification } from "../providers/notification";
import { saveCredentials } from "../providers/save-credentials";
import { createRefund } from "../refunds/create-refund";
import { isRefused } from "../refused";
import { makeTransfers } from "./make-transfers";

const CARD = "4242424242424242";

let simulator: Simulator;
let drop: () => Promise<void>;

beforeAll(async () => {
  drop = await ownTestDatabase();
  simulator = await createSimulator();
});
afterAll(async () => {
  await simulator.close();
  await drop();
});

async function accountWith(mode: "direct" | "connect"): Promise<ServiceCaller> {
  const { caller } = await testAccount({ paymentProvider: "stripe", providerReady: false });
  const given = {
    mode,
    secretKey: "sk_test_of_a_platform_1234",
    ...(mode === "connect" && { accountId: "acct_1234567890abcdef" }),
    apiBase: simulator.url,
  };
  const saved = await saveCredentials(caller.account, given, "tests", new Date());
  if (isRefused(saved)) throw new Error(`${saved.refused} ${String(saved.details.why)}`);
  const { serviceId, id: accountId } = caller.account;
  return { ...caller, account: await findAccountOf({ serviceId, accountId }) };
}

async function paid(caller: ServiceCaller): Promise<Payment> {
  const payment = await paymentIn(caller, "success", { amount: 2400 }, CARD);
  await captureDuePayments(new Date(), payment);
  await settleBackground();
  return readPayment(payment);
}

/** What was moved for a payment, as the simulated Stripe has it: pence and where to. */
async function transfersOf({ id }: Payment, stripeAccount?: string) {
  const answer = await fetch(`${simulator.url}/v1/transfers?transfer_group=${id}`, {
    headers: {
      authorization: "Bearer sk_test_of_a_platform_1234",
      ...(stripeAccount !== undefined && { "stripe-account": stripeAccount }),
    },
  });
  const { data } = (await answer.json()) as { data: { amount: number; destination: string }[] };
  return data.map(({ amount }) => amount);
}

async function operationsOf({ id }: Payment) {
  const rows = await database().select().from(pspOperations).where(eq(pspOperations.paymentId, id));
  return Object.fromEntries(
    rows.map(({ key, state, answer }) => [key.split(":").slice(0, 2).join(":"), { state, is: answer?.is }]),
  );
}

describe("a payment that a platform takes for a service", () => {
  test("is passed on less its fee, once, however often it is asked for", async () => {
    const caller = await accountWith("connect");
    const payment = await paid(caller);
    expect(payment.fee).toBeGreaterThan(0);
    await Promise.all([1, 2, 3].map(async () => makeTransfers(new Date())));
    await makeTransfers(new Date(Date.now() + 3_600_000));
    expect(await transfersOf(payment)).toEqual([payment.amount - (payment.fee ?? 0)]);
  });

  test("waits for a fee that its PSP knows later, and is then passed on less that", async () => {
    const caller = await accountWith("connect");
    const { fee, ...payment } = await paid(caller);
    const unknown = await write(payment, { fee: null });
    await makeTransfers(new Date());
    expect(await transfersOf(unknown)).toEqual([]);
    const { serviceId, accountId } = payment;
    const told = {
      type: "payment",
      dedupeKey: "evt",
      happenedAt: new Date(),
      paymentId: payment.id,
    } as const;
    await actOnPayment({ serviceId, accountId } as Notification, told);
    expect((await readPayment(payment)).fee).toBe(fee);
    await makeTransfers(new Date(Date.now() + 3_600_000));
    expect(await transfersOf(unknown)).toEqual([2400 - (fee ?? 0)]);
  });

  test("fetches back what is refunded", async () => {
    const caller = await accountWith("connect");
    const payment = await paid(caller);
    const input = { amount: 500, refund_amount_available: 2400 };
    const refund = await createRefund(caller, payment.id, input, new Date());
    if (isRefused(refund)) throw new Error(refund.refused);
    expect(refund.status).toBe("success");
    await makeTransfers(new Date());
    await makeTransfers(new Date());
    expect(await transfersOf(payment, "acct_1234567890abcdef")).toEqual([500]);
    const operations = await operationsOf(payment);
    expect(operations["transferIn:refund"]).toEqual({ state: "answered", is: "done" });
  });

  test("gives back once what was fetched for a refund that failed after all", async () => {
    const caller = await accountWith("connect");
    const payment = await paid(caller);
    const passedOn = payment.amount - (payment.fee ?? 0);
    const input = { amount: 500, refund_amount_available: 2400 };
    const refund = await createRefund(caller, payment.id, input, new Date());
    if (isRefused(refund)) throw new Error(refund.refused);
    await makeTransfers(new Date());
    const { serviceId, accountId } = payment;
    const told = {
      type: "refund",
      dedupeKey: "evt",
      happenedAt: new Date(),
      refundId: refund.id,
      state: "failed",
    } as const;
    for (const _ of [1, 2]) await actOnRefund({ serviceId, accountId } as Notification, told);
    await Promise.all([1, 2, 3].map(async () => makeTransfers(new Date())));
    expect(await transfersOf(payment, "acct_1234567890abcdef")).toEqual([500]);
    expect(new Set(await transfersOf(payment))).toEqual(new Set([500, passedOn]));
    expect(await transfersOf(payment)).toHaveLength(2);
    const operations = await operationsOf(payment);
    expect(operations["transferOut:refundReversal"]).toEqual({ state: "answered", is: "done" });
  });
});

describe("a payment at the service's own account", () => {
  test("needs no transfer, and none is made", async () => {
    const caller = await accountWith("direct");
    const payment = await paid(caller);
    await makeTransfers(new Date());
    expect(await transfersOf(payment)).toEqual([]);
    const operations = await operationsOf(payment);
    expect(operations[`transferOut:${payment.id}`]).toEqual({ state: "answered", is: "notNeeded" });
  });
});
