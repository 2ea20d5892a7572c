import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { database } from "@/db/client";
import { payouts } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { Payout } from "./payout";
import { recordPayout } from "./record-payout";

let owner: Pick<Payout, "serviceId" | "accountId" | "credentialsId">;

beforeEach(async () => {
  const { serviceId, id: accountId } = (await testAccount()).account;
  owner = { serviceId, accountId, credentialsId: null };
});

type Told = Pick<Payout, "status" | "amount" | "arrivesOn">;

async function tell(told: Told): Promise<void> {
  const what = { type: "payout", dedupeKey: "evt_1", payoutProviderId: "po_1", reconcilable: false } as const;
  await recordPayout(owner, { ...what, happenedAt: new Date(), ...told }, new Date());
}

async function recorded(): Promise<Payout[]> {
  return database().select().from(payouts).where(eq(payouts.serviceId, owner.serviceId));
}

test.each([2_500_000_000, -2_500_000_000])(
  "a payout is recorded however large it is: %d pence",
  async (amount) => {
    const told: Told = { status: "inTransit", amount, arrivesOn: "2026-05-01" };
    await tell(told);
    expect(await recorded()).toMatchObject([{ providerId: "po_1", ...told }]);
  },
);

test("a payout keeps the day of its latest word, in whichever order it is told", async () => {
  await tell({ status: "pending", amount: 100, arrivesOn: "2026-05-01" });
  await tell({ status: "paid", amount: 100, arrivesOn: "2026-05-05" });
  await tell({ status: "inTransit", amount: 100, arrivesOn: "2026-05-04" });
  expect(await recorded()).toMatchObject([{ status: "paid", arrivesOn: "2026-05-05" }]);
});
