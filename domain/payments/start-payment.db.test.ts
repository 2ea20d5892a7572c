import { beforeAll, describe, expect, test } from "vitest";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { isRefused, refused } from "../refused";
import { movePayment } from "./move-payment";
import type { Payment } from "./payment";
import { paymentToken } from "./payment-token";
import { startPayment } from "./start-payment";
import { aged, moved, opened, paymentIn, readPayment, statusesOf, testPayment, write } from "./test-payment";
import { database } from "@/db/client";

const MINUTE = 60_000;

let caller: ServiceCaller;
beforeAll(async () => {
  ({ caller } = await testAccount());
});

const tokenOf = (payment: Payment) => paymentToken("next url", payment);
const visit = async (token: string) => startPayment(token, new Date());

describe("a next_url token", () => {
  test("starts a created payment", async () => {
    const payment = await testPayment(caller);
    expect(await visit(tokenOf(payment))).toMatchObject({
      id: payment.id,
      status: "started",
      tokenGeneration: 1,
    });
    expect(await statusesOf(payment)).toEqual(["created", "started"]);
  });

  test("lets one of twenty simultaneous visits in", async () => {
    const payment = await testPayment(caller);
    const visits = await Promise.all(Array.from({ length: 20 }, async () => visit(tokenOf(payment))));
    expect(visits.filter((outcome) => !isRefused(outcome))).toHaveLength(1);
    expect(await readPayment(payment)).toMatchObject({ status: "started", tokenGeneration: 1 });
    expect(await statusesOf(payment)).toEqual(["created", "started"]);
  });

  test("that is spent names the payment, for a browser that has it open", async () => {
    const payment = await testPayment(caller);
    await visit(tokenOf(payment));
    expect(await visit(tokenOf(payment))).toEqual(refused("tokenNotCurrent", { paymentId: payment.id }));
  });

  test.each(["started", "submitted", "capturable", "success", "failed", "cancelled", "error"] as const)(
    "opens a payment that is %s without changing its status",
    async (status) => {
      const payment = await paymentIn(caller, status);
      const before = await statusesOf(payment);
      expect(await visit(tokenOf(payment))).toMatchObject({ id: payment.id, status });
      expect(await statusesOf(payment)).toEqual(before);
    },
  );

  test("opens an overdue payment as the expired one it is", async () => {
    const payment = await testPayment(caller);
    await aged(payment, 90 * MINUTE);
    expect(await visit(tokenOf(payment))).toMatchObject({ status: "failed", code: "P0020" });
    expect(await statusesOf(payment)).toEqual(["created", "failed"]);
  });

  test("starts nothing that is being cancelled at the same time, or is cancelled after it was started", async () => {
    const payment = await testPayment(caller);
    const [visited, cancelled] = await Promise.all([
      visit(tokenOf(payment)),
      database().transaction((transaction) =>
        movePayment(transaction, payment, "cancelByService", new Date()),
      ),
    ]);
    expect(isRefused(visited)).toBe(false);
    const { status } = await readPayment(payment);
    expect(status).toBe(cancelled ? "cancelled" : "started");
    expect(await statusesOf(payment)).toEqual(["created", status]);
  });

  test("is forged in no way", async () => {
    const [payment, other] = [await testPayment(caller), await testPayment(caller)];
    const token = tokenOf(payment);
    const last = token.endsWith("a") ? "b" : "a";
    for (const forged of [
      "",
      payment.id,
      token.slice(0, -1),
      token.slice(0, -1) + last,
      `${token}a`,
      token.toUpperCase(),
      other.id + token.slice(26),
      newId(new Date()) + token.slice(26),
      paymentToken("one-time token", payment),
      tokenOf({ ...payment, tokenGeneration: 1 }),
      tokenOf({ ...payment, tokenGeneration: -1 }),
      "\0".repeat(52),
      "é".repeat(52),
      "' or 1=1 --",
    ]) {
      expect(isRefused(await visit(forged))).toBe(true);
    }
    for (const untouched of [payment, other]) expect(await readPayment(untouched)).toEqual(untouched);
  });

  test("does not come back into use when it has been fresh twice since", async () => {
    const payment = await testPayment(caller);
    const tokens = [tokenOf(payment)];
    for (let visits = 0; visits < 3; visits += 1) {
      await opened(await readPayment(payment));
      tokens.push(tokenOf(await readPayment(payment)));
    }
    expect(new Set(tokens).size).toBe(4);
    for (const spent of tokens.slice(0, -1)) expect(isRefused(await visit(spent))).toBe(true);
    expect(isRefused(await visit(tokens.at(-1) ?? ""))).toBe(false);
  });

  test("opens web payments only", async () => {
    const payment = await testPayment(caller, { authorisation_mode: "moto_api" });
    expect(isRefused(await visit(tokenOf(payment)))).toBe(true);
    const ended = await moved(payment, "expire");
    expect(isRefused(await visit(tokenOf(await write(ended, { tokenGeneration: 5 }))))).toBe(true);
  });
});
