import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { pspOperations } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "./accounts/test-account";
import { countDueWork } from "./count-due-work";
import { leaseFrom, operationOf } from "./operations/operation";
import { testPayment } from "./payments/test-payment";

let drop: () => Promise<void>;

beforeAll(async () => {
  // All that is due is counted, whoever's.
  drop = await ownTestDatabase();
});
afterAll(async () => drop());

test("an open operation is due to the job that asks about it: none, where its payment or its refund is asked for again", async () => {
  const { caller } = await testAccount();
  const payment = await testPayment(caller);
  const askedAt = new Date(Date.now() - 3_600_000);
  await database()
    .insert(pspOperations)
    .values(
      (["authoriseSavedCard", "capture", "void", "refund", "transferIn", "transferOut"] as const).map(
        (kind) => ({
          ...operationOf(payment, kind),
          state: "asked" as const,
          askedAt,
          leaseUntil: leaseFrom(askedAt),
        }),
      ),
    );
  const due = new Map((await countDueWork()).map((count) => [count.job, count.due]));
  expect([...due].filter(([, count]) => count > 0)).toEqual([
    ["resolve-operations", 1],
    ["transfers", 2],
  ]);
});
