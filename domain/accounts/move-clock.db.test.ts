import { beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "@/db/test-database";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { isRefused } from "../refused";
import { paymentIn, readPayment, testPayment } from "../payments/test-payment";
import { findPayment } from "../payments/find-payment";
import { accountTime } from "./account-time";
import { moveClock } from "./move-clock";
import { testAccount } from "./test-account";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

beforeAll(async () => {
  await testDatabase();
});

async function forward(caller: ServiceCaller, seconds: number): Promise<ServiceCaller> {
  const moved = await moveClock(caller, seconds, new Date());
  if (isRefused(moved)) throw new Error(moved.refused);
  await settleBackground();
  return { ...caller, account: moved.account };
}

describe("an account's test clock", () => {
  test("expires what is overdue by it, and nobody else's", async () => {
    const { caller } = await testAccount();
    const { caller: other } = await testAccount();
    const [early, theirs] = [await testPayment(caller), await testPayment(other)];
    const then = await forward(caller, 89 * MINUTE);
    expect((await readPayment(early)).status).toBe("created");
    await forward(then, 2 * MINUTE);
    expect(await readPayment(early)).toMatchObject({ status: "failed", code: "P0020" });
    expect((await readPayment(theirs)).status).toBe("created");
  });

  test("is what new payments go by", async () => {
    const { caller } = await testAccount();
    const ahead = await forward(caller, 48 * HOUR);
    const now = accountTime(ahead.account, new Date());
    expect(now.getTime() - Date.now()).toBeGreaterThan(47 * HOUR * 1000);
    const payment = await testPayment(ahead, {}, now);
    expect(payment.createdAt).toEqual(now);
    expect((await findPayment(ahead, payment.id, now))?.status).toBe("created");
  });

  test("lets a capture lapse after 120 hours, and what was held is released", async () => {
    const { caller } = await testAccount();
    const payment = await paymentIn(caller, "capturable");
    const then = await forward(caller, 119 * HOUR);
    expect((await readPayment(payment)).status).toBe("capturable");
    await forward(then, HOUR);
    const lapsed = await readPayment(payment);
    expect(lapsed).toMatchObject({ status: "failed", code: "P0020" });
    expect(lapsed.voidedAt).not.toBeNull();
  });

  test("decides the disputes of sandbox cards", async () => {
    const { caller } = await testAccount();
    const payment = await paymentIn(caller, "success", {}, "4000000000002685");
    await settleBackground();
    expect((await readPayment(payment)).disputed).toBe(true);
    await forward(caller, 15 * 24 * HOUR);
    expect((await readPayment(payment)).disputed).toBe(false);
  });

  test.each([0, -60, 1.5, Number.NaN])("never goes by %s seconds", async (seconds) => {
    const { caller } = await testAccount();
    expect(await moveClock(caller, seconds, new Date())).toHaveProperty("refused", "invalid");
  });

  test("is none of a live account's, and has an end", async () => {
    const { caller } = await testAccount({ live: true, paymentProvider: "stripe" });
    expect(await moveClock(caller, 60, new Date())).toHaveProperty("refused", "live");
    const { caller: test } = await testAccount();
    expect(await moveClock(test, 10_000 * 86_400, new Date())).toHaveProperty("refused", "tooFar");
  });
});
