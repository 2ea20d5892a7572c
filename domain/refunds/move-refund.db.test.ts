import { beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { payoutLines, payouts, refunds } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { paymentIn, write } from "../payments/test-payment";
import { moveRefund } from "./move-refund";
import type { Refund } from "./refund";

let caller: ServiceCaller;

beforeAll(async () => {
  ({ caller } = await testAccount());
});

/** A refund that its PSP has only received. */
async function received(): Promise<Refund> {
  const {
    serviceId,
    accountId,
    id: paymentId,
  } = await write(await paymentIn(caller, "success"), {
    refunded: 100,
  });
  const now = new Date();
  const [refund] = await database()
    .insert(refunds)
    .values({
      serviceId,
      accountId,
      paymentId,
      id: newId(now),
      createdAt: now,
      status: "submitted",
      amount: 100,
    })
    .returning();
  if (!refund) throw new Error("Not stored");
  return refund;
}

async function takenFromPayout(
  { serviceId, accountId, id: refundId }: Refund,
  arrivesOn: string,
): Promise<void> {
  const id = newId(new Date());
  const payout = { serviceId, accountId, id, createdAt: new Date(), providerId: id, amount: 0, arrivesOn };
  await database()
    .insert(payouts)
    .values({ ...payout, status: "paid", reconciledAt: new Date() });
  const part = { serviceId, payoutId: id, providerId: "txn_1", kind: "refund" } as const;
  await database()
    .insert(payoutLines)
    .values({ ...part, refundId, gross: -100, fee: 0, net: -100 });
}

test.each([
  ["succeed", "2026-05-01"],
  ["fail", null],
] as const)(
  "a refund that was in a payout before it was decided: %s, settled on %s",
  async (trigger, settledOn) => {
    const refund = await received();
    await takenFromPayout(refund, "2026-05-01");
    const moved = await database().transaction((transaction) =>
      moveRefund(transaction, refund, trigger, new Date()),
    );
    expect(moved).toMatchObject({ settledOn });
  },
);
