import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "@/db/client";
import { disputes, payments, refunds } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { paymentIn, write } from "../payments/test-payment";
import type { Payment } from "../payments/payment";
import { addUp, reportPeriod, settledNet, type Period } from "./report-period";
import { sumByDay } from "./sum-by-day";

/** July in the United Kingdom begins an hour before UTC's. */
const JULY: Period = {
  from: new Date("2026-06-30T23:00:00Z"),
  to: new Date("2026-07-31T23:00:00Z"),
  fromDay: "2026-07-01",
  toDay: "2026-08-01",
  by: "day",
};

let caller: ServiceCaller;
let first: Payment;

/** A payment as it is when its money has come. */
async function taken(amount: number, at: string, settledOn: string | null, fee: number | null) {
  const payment = await paymentIn(caller, "success", { amount });
  const capturedOn = settledOn ?? null;
  return write(payment, { createdAt: new Date(at), settledOn, fee, ...(capturedOn && { capturedOn }) });
}

beforeAll(async () => {
  ({ caller } = await testAccount());
  const { account } = caller;
  const key = { serviceId: account.serviceId, accountId: account.id };
  first = await taken(10_000, "2026-06-30T23:30:00Z", "2026-07-03", 150);
  await taken(2000, "2026-06-30T22:59:59Z", "2026-07-03", 50);
  await taken(3000, "2026-07-20T12:00:00Z", null, null);
  await write(await paymentIn(caller, "cancelled"), { createdAt: new Date("2026-07-20T12:00:00Z") });
  await taken(4000, "2026-07-31T23:00:00Z", "2026-08-01", 10);
  const refund = { ...key, paymentId: first.id, createdAt: new Date("2026-07-02T12:00:00Z"), amount: 700 };
  await database()
    .insert(refunds)
    .values([
      { ...refund, id: newId(new Date()), status: "success", settledOn: "2026-07-04" },
      { ...refund, id: newId(new Date()), status: "error" },
    ]);
  await database()
    .insert(disputes)
    .values({
      ...key,
      paymentId: first.id,
      id: newId(new Date()),
      createdAt: new Date("2026-07-05T12:00:00Z"),
      status: "lost",
      amount: 1000,
      reason: "fraudulent",
      fee: 1500,
      netAmount: -2500,
      settledOn: "2026-07-06",
    });
}, 60_000);

describe("a report", () => {
  it("has each figure on its day in the United Kingdom, and nothing from before or after", async () => {
    const rows = await reportPeriod(caller, JULY);
    expect(Object.fromEntries(rows.map((row) => [row.part, settledNet(row)]))).toEqual({
      "2026-07-01": 0,
      "2026-07-02": 0,
      "2026-07-03": 11_800,
      "2026-07-04": -700,
      "2026-07-05": 0,
      "2026-07-06": -2500,
      "2026-07-20": 0,
    });
    expect(addUp(rows)).toEqual({
      payments: 2,
      paymentsPence: 13_000,
      unsuccessful: 1,
      refunds: 1,
      refundsPence: 700,
      feesPence: 150,
      disputes: 1,
      disputesPence: 1000,
      settledPayments: 2,
      settledPaymentsPence: 12_000,
      settledFeesPence: 200,
      settledRefundsPence: 700,
      settledDisputesPence: 2500,
    });
  });

  it("says the same by months", async () => {
    const [july, ...others] = await reportPeriod(caller, { ...JULY, by: "month" });
    expect(others).toEqual([]);
    expect(july).toEqual({ part: "2026-07", ...addUp(await reportPeriod(caller, JULY)) });
  });

  it("is of one account alone", async () => {
    const { caller: stranger } = await testAccount();
    expect(await reportPeriod(stranger, JULY)).toEqual([]);
  });
});

describe("the sums by day", () => {
  it("tell how each day's payments have ended, and leave out refunds that failed", async () => {
    const { payments: paid, refunds: refunded } = await sumByDay(caller, new Date("2026-07-20T00:00:00Z"));
    const ended = paid.map(({ day, status, payments: count, pence }) => [day, status, count, pence]);
    expect(ended.sort()).toEqual([
      ["2026-07-20", "cancelled", 1, 1200],
      ["2026-07-20", "success", 1, 3000],
      ["2026-08-01", "success", 1, 4000],
    ]);
    expect(refunded).toEqual([]);
    const all = await sumByDay(caller, JULY.from);
    expect(all.refunds).toEqual([{ day: "2026-07-02", refunds: 1, pence: 700 }]);
  });

  it("count the surcharge, which the payer has paid too", async () => {
    const [before] = await database().select().from(payments).where(eq(payments.id, first.id));
    await write(first, { surcharge: 25 });
    const { payments: paid } = await sumByDay(caller, JULY.from);
    expect(paid.find(({ day }) => day === "2026-07-01")?.pence).toBe((before?.amount ?? 0) + 25);
  });
});
