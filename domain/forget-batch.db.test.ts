import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { rateWindows } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { forgetBatch } from "./forget-batch";

beforeAll(async () => testDatabase());

const ofTest = eq(rateWindows.used, 4711);

test("rows are forgotten a batch at a time, each once though several forget together", async () => {
  const rows = Array.from({ length: 250 }, (_, n) => ({
    bucket: `forgetting ${n}`,
    startedAt: new Date("2099-01-01T00:00:00.000Z"),
    used: 4711,
  }));
  await database().insert(rateWindows).values(rows);
  expect(await forgetBatch(rateWindows, ofTest, 100)).toBe(100);
  const gone = await Promise.all([1, 2, 3].map(async () => forgetBatch(rateWindows, ofTest, 100)));
  const rest = await forgetBatch(rateWindows, ofTest, 100);
  expect(gone.reduce((sum, count) => sum + count, rest)).toBe(150);
  expect(await database().$count(rateWindows, ofTest)).toBe(0);
});
