import { beforeAll, describe, expect, test } from "vitest";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { isRefused, refused } from "../refused";
import { cancelByPayer } from "./cancel-by-payer";
import { confirmPayment } from "./confirm-payment";
import { aged, effectsOn, paymentIn, readPayment, statusesOf, unlessRefused } from "./test-payment";

let caller: ServiceCaller;
beforeAll(async () => {
  ({ caller } = await testAccount());
});

describe("a payer who cancels", () => {
  test("ends a payment that is started: nothing is held, so nothing is released", async () => {
    const payment = await paymentIn(caller, "started");
    expect(await cancelByPayer(payment, new Date())).toMatchObject({ status: "failed", code: "P0030" });
    await settleBackground();
    expect(await readPayment(payment)).toMatchObject({ voidDueAt: null, voidedAt: null, expiresAt: null });
    expect(await effectsOn(payment)).toEqual([]);
  });

  test("ends a payment that is submitted, and the bank releases the money", async () => {
    const payment = await paymentIn(caller, "submitted");
    unlessRefused(await cancelByPayer(payment, new Date()));
    await settleBackground();
    const after = await readPayment(payment);
    expect(after).toMatchObject({ status: "failed", code: "P0030", voidDueAt: null });
    expect(after.voidedAt).not.toBeNull();
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
  });

  test.each(["created", "capturable", "success", "failed", "cancelled", "error"] as const)(
    "is refused when the payment is %s",
    async (status) => {
      const payment = await paymentIn(caller, status);
      expect(await cancelByPayer(payment, new Date())).toEqual(refused("notCancellable"));
      expect(await readPayment(payment)).toEqual(payment);
    },
  );

  test("too late finds the payment expired", async () => {
    const payment = await aged(await paymentIn(caller, "started"), 90 * 60_000);
    expect(await cancelByPayer(payment, new Date())).toEqual(refused("notCancellable"));
    expect(await readPayment(payment)).toMatchObject({ status: "failed", code: "P0020" });
  });

  test("and confirms in two tabs at once gets one of the two, and the bank does as much", async () => {
    for (let round = 0; round < 5; round += 1) {
      const payment = await paymentIn(caller, "submitted");
      const [cancelled, confirmed] = await Promise.all([
        cancelByPayer(payment, new Date()),
        confirmPayment(payment, new Date()),
      ]);
      expect(isRefused(cancelled)).not.toBe(isRefused(confirmed));
      await settleBackground();
      expect(await effectsOn(payment)).toEqual(["authorise", isRefused(confirmed) ? "void" : "capture"]);
      expect((await statusesOf(payment)).at(-1)).toBe(isRefused(confirmed) ? "failed" : "success");
    }
  });
});
