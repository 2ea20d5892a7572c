import { describe, expect, test } from "vitest";
import { feeOnSuccess } from "./fee";

const FEES = { feeBasisPoints: 150, feeFixedPence: 20 };

describe("the fee of a payment", () => {
  test.each([
    [{ amount: 2400, surcharge: null }, 56],
    [{ amount: 2400, surcharge: 250 }, 60],
    [{ amount: 30, surcharge: null }, 21],
    [{ amount: 10_000_000, surcharge: null }, 150_020],
  ])("that was taken is a percentage and a fixed part, rounded up: %j", (payment, fee) => {
    expect(feeOnSuccess(FEES, payment)).toBe(fee);
  });

  test("is the PSP's own where the account has none", () => {
    expect(
      feeOnSuccess({ feeBasisPoints: 0, feeFixedPence: 0 }, { amount: 1, surcharge: null }),
    ).toBeUndefined();
  });
});
