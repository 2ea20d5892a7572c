import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "@/db/client";
import { payouts } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import { recordPayout } from "./record-payout";

test.each([2_500_000_000, -2_500_000_000])(
  "a payout is recorded however large it is: %d pence",
  async (amount) => {
    const { account } = await testAccount();
    const { serviceId, id: accountId } = account;
    await recordPayout(
      { serviceId, accountId, credentialsId: null },
      {
        type: "payout",
        dedupeKey: "evt_1",
        happenedAt: new Date(),
        payoutProviderId: "po_1",
        status: "inTransit",
        amount,
        arrivesOn: "2026-05-01",
        reconcilable: false,
      },
      new Date(),
    );
    const recorded = await database().select().from(payouts).where(eq(payouts.serviceId, serviceId));
    expect(recorded).toMatchObject([{ providerId: "po_1", status: "inTransit", amount }]);
  },
);
