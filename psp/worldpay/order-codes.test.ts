import { expect, test } from "vitest";
import { orderCodeOf, orderOf, possibleOrders, purposeOf } from "./order-codes";
import { merchant, PAYMENT_ID, settings, testCredentials } from "./test-worldpay";

test.each(["oneOff", "customerInitiated", "merchantInitiated", "telephone"] as const)(
  "a code for %s tells its payment, purpose and attempt, in under 50 characters",
  (purpose) => {
    for (const attempt of [1, 2] as const) {
      const order = { paymentId: PAYMENT_ID, purpose, attempt };
      const code = orderCodeOf(order);
      expect(orderOf(code)).toEqual(order);
      expect(code.length).toBeLessThan(50);
    }
  },
);

test.each([
  "",
  PAYMENT_ID,
  `${PAYMENT_ID}-x1`,
  `${PAYMENT_ID}-o3`,
  `${PAYMENT_ID}-o1 `,
  "unheard-of",
  "A B-o1",
])("%j is not a code of ours", (code) => {
  expect(orderOf(code)).toBeUndefined();
});

test("a lost payment is looked for wherever it may be, and nowhere else", () => {
  const codes = (credentials = testCredentials()) =>
    possibleOrders(PAYMENT_ID, credentials).map((order) => orderCodeOf(order).slice(-2));
  expect(codes()).toEqual(["o1", "c1", "m1"]);
  expect(codes(testCredentials({ motoMerchant: merchant("MOTO") }))).toEqual(["o1", "c1", "m1", "t1"]);
  expect(codes(testCredentials({ settings: settings({ exemptionEngine: true }) }))).toEqual([
    "o1",
    "o2",
    "c1",
    "c2",
    "m1",
  ]);
});

test("a telephone order goes to the merchant code for it, if there is one", () => {
  const moto = { moto: true, saveFor: null };
  expect(purposeOf(moto, testCredentials())).toBe("oneOff");
  expect(purposeOf(moto, testCredentials({ motoMerchant: merchant("MOTO") }))).toBe("telephone");
});
