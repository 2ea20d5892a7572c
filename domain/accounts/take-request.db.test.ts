import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "@/db/client";
import { rateWindows } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { forgetRateWindows, takeRequest } from "./take-request";

type Take = typeof takeRequest;

let database: Database;
let elsewhere: Take;

beforeAll(async () => {
  database = await testDatabase();
  // Another instance of the app: its own memory, the same database.
  vi.resetModules();
  ({ takeRequest: elsewhere } = await import("./take-request"));
});

/** A bucket whose window has begun and will not end while the test runs. */
async function longWindow(): Promise<string> {
  const bucket = randomUUID();
  await database
    .insert(rateWindows)
    .values({ bucket, startedAt: sql`clock_timestamp() + interval '1 minute'`, used: 0 });
  return bucket;
}

async function granted(takes: Promise<boolean>[]): Promise<number> {
  return (await Promise.all(takes)).filter(Boolean).length;
}

const times = (count: number, take: () => Promise<boolean>) => Array.from({ length: count }, take);
const passASecond = async (bucket: string) =>
  database
    .update(rateWindows)
    .set({ startedAt: sql`clock_timestamp() - interval '2 seconds'` })
    .where(eq(rateWindows.bucket, bucket));

describe("a limit of requests a second", () => {
  test("is tried here by two instances", () => {
    expect(elsewhere).not.toBe(takeRequest);
  });

  test.each([1, 2, 15, 99])("of %i is kept to exactly by two instances together", async (limit) => {
    const bucket = await longWindow();
    const takes = [
      ...times(limit + 5, async () => takeRequest(bucket, limit)),
      ...times(limit + 5, async () => elsewhere(bucket, limit)),
    ];
    expect(await granted(takes)).toBe(limit);
    expect(await takeRequest(bucket, limit)).toBe(false);
    expect(await elsewhere(bucket, limit)).toBe(false);
  });

  test.each([100, 130, 1000])(
    "of %i is taken in batches, and never exceeded by two instances",
    async (limit) => {
      const bucket = await longWindow();
      const takes = [
        ...times(limit, async () => takeRequest(bucket, limit)),
        ...times(limit, async () => elsewhere(bucket, limit)),
      ];
      const count = await granted(takes);
      expect(count).toBeLessThanOrEqual(limit);
      expect(count).toBeGreaterThan(limit * 0.9);
      const [window] = await database.select().from(rateWindows).where(eq(rateWindows.bucket, bucket));
      expect(window?.used).toBeLessThanOrEqual(limit);
    },
  );

  test("leaves an instance that asks seldom no more than a twentieth behind the other", async () => {
    const bucket = await longWindow();
    expect(await elsewhere(bucket, 1000)).toBe(true);
    expect(await granted(times(1500, async () => takeRequest(bucket, 1000)))).toBe(950);
  });

  test("begins again when the second is over", async () => {
    const bucket = await longWindow();
    expect(await granted(times(9, async () => takeRequest(bucket, 3)))).toBe(3);
    await passASecond(bucket);
    expect(await granted(times(9, async () => elsewhere(bucket, 3)))).toBe(3);
  });

  test("begins with its first request", async () => {
    const bucket = randomUUID();
    expect(await takeRequest(bucket, 1)).toBe(true);
    const [window] = await database.select().from(rateWindows).where(eq(rateWindows.bucket, bucket));
    expect(Math.abs(Date.now() - Number(window?.startedAt))).toBeLessThan(5000);
    expect(window?.used).toBe(1);
  });

  test("is each bucket's own", async () => {
    const [one, other] = [await longWindow(), await longWindow()];
    expect(await granted(times(4, async () => takeRequest(one, 2)))).toBe(2);
    expect(await granted(times(4, async () => takeRequest(other, 2)))).toBe(2);
  });

  test("of nothing lets nothing through", async () => {
    expect(await takeRequest(randomUUID(), 0)).toBe(false);
    expect(await takeRequest(await longWindow(), 0)).toBe(false);
  });

  test("does not hold what was used up in a second against the next, in batches either", async () => {
    const bucket = await longWindow();
    await granted(times(150, async () => takeRequest(bucket, 100)));
    expect(await takeRequest(bucket, 100)).toBe(false);
    await passASecond(bucket);
    expect(await takeRequest(bucket, 100)).toBe(true);
  });
});

describe("windows that nobody counts in any more", () => {
  test("are forgotten after a minute", async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const bucket of [old, young]) await takeRequest(bucket, 5);
    await database
      .update(rateWindows)
      .set({ startedAt: sql`clock_timestamp() - interval '61 seconds'` })
      .where(eq(rateWindows.bucket, old));
    await forgetRateWindows();
    expect(await database.$count(rateWindows, eq(rateWindows.bucket, old))).toBe(0);
    expect(await database.$count(rateWindows, eq(rateWindows.bucket, young))).toBe(1);
  });
});
