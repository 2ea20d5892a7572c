import { eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CARD_BRANDS } from "@/contract/card";
import { PAYMENT_STATUSES, isFinished } from "@/contract/states";
import { database } from "@/db/client";
import { accounts, paymentDayCounts, payments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import type { Account, ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { countFinalDays, countPayments, skipCountedDays, type Countable } from "./count-payments";
import { expireDuePayments } from "./expire-payment";

const DAY = 86_400_000;
const NOW = new Date("2026-03-20T10:00:00.000Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  // Days are counted for every account there is.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

type Row = typeof payments.$inferInsert;

/** A payment as it would be stored, of any status and age. */
function row(account: Account, createdAt: Date, status: Row["status"], cardBrand: Row["cardBrand"]): Row {
  const failed = status === "failed" || status === "cancelled" || status === "error";
  return {
    serviceId: account.serviceId,
    accountId: account.id,
    id: newId(createdAt),
    createdAt,
    status,
    code: failed ? "P0010" : null,
    expiresAt: isFinished(status) ? null : new Date(createdAt.getTime() + 5_400_000),
    amount: 100,
    reference: "R",
    description: "D",
    language: "en",
    authorisationMode: "web",
    returnUrl: "https://a.example/",
    delayedCapture: status === "capturable",
    moto: false,
    paymentProvider: "sandbox",
    providerId: "p",
    cardBrand: cardBrand ?? null,
  };
}

const reread = async ({ id }: Account) => {
  const [account] = await database().select().from(accounts).where(eq(accounts.id, id));
  if (!account) throw new Error("No such account");
  return account;
};
const canLock = async ({ id }: Account, strength: "update" | "key share") => {
  const isAccount = eq(accounts.id, id);
  const rows = await database().select().from(accounts).where(isAccount).for(strength, { skipLocked: true });
  return rows.length > 0;
};
const total = async (account: Account, countable: Countable = {}) =>
  countPayments(database(), await reread(account), countable);

describe("payments counted by the day", () => {
  test("make the same totals as counting each, whatever is asked for", async () => {
    const moment = fc.date({ min: daysAgo(20), max: daysAgo(0), noInvalidDate: true });
    const brand = fc.option(fc.constantFrom(...CARD_BRANDS), { nil: null });
    const finished = fc.constantFrom<Row["status"]>("success", "failed", "cancelled", "error");
    const made = fc.array(fc.tuple(moment, finished, brand), { minLength: 1, maxLength: 60 });
    const asked = fc.record(
      {
        status: fc.constantFrom(...PAYMENT_STATUSES),
        cardBrand: fc.constantFrom(...CARD_BRANDS),
        // Days begin at midnight: bounds that do are the ones to try most.
        from: fc.oneof(
          moment,
          fc.integer({ min: 0, max: 22 }).map((n) => new Date(daysAgo(n).setUTCHours(0, 0, 0, 0))),
        ),
        to: fc.oneof(
          moment,
          fc.integer({ min: 0, max: 22 }).map((n) => new Date(daysAgo(n).setUTCHours(0, 0, 0, 0))),
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(made, fc.array(asked, { minLength: 1, maxLength: 15 }), async (rows, questions) => {
        const { account } = await testAccount();
        await database()
          .insert(payments)
          .values(rows.map(([createdAt, status, cardBrand]) => row(account, createdAt, status, cardBrand)));
        const before = [];
        for (const question of questions) before.push(await total(account, question));
        await countFinalDays(daysAgo(3));
        await countFinalDays(NOW);
        expect((await reread(account)).countedBefore).toBe("2026-03-12");
        const after = [];
        for (const question of questions) after.push(await total(account, question));
        expect(after).toEqual(before);
        const matching = ({ status, cardBrand, from, to }: Countable) =>
          rows.filter(
            ([createdAt, is, brand]) =>
              (status === undefined || is === status) &&
              (cardBrand === undefined || brand === cardBrand) &&
              (!from || createdAt >= from) &&
              (!to || createdAt < to),
          ).length;
        expect(before).toEqual(questions.map(matching));
      }),
      { numRuns: 25 },
    );
  });

  test("lead a late page to where it begins, whatever is asked for", async () => {
    const { account } = await testAccount();
    const made = Array.from({ length: 7000 }, (_, n) =>
      row(account, new Date(daysAgo(20).getTime() + n * 240_000), n % 3 === 0 ? "failed" : "success", "visa"),
    );
    for (let first = 0; first < made.length; first += 1000) {
      await database()
        .insert(payments)
        .values(made.slice(first, first + 1000));
    }
    await countFinalDays(NOW);
    const counted = await reread(account);
    const newestFirst = made.toReversed();
    const questions: Countable[] = [
      {},
      { to: daysAgo(2) },
      { from: daysAgo(19.5), to: daysAgo(1.5) },
      { cardBrand: "visa" },
    ];
    for (const question of questions) {
      const matching = newestFirst.filter(
        ({ createdAt }) =>
          (!question.from || createdAt >= question.from) && (!question.to || createdAt < question.to),
      );
      for (const offset of [5000, 5001, 5500, 5999]) {
        const late = await skipCountedDays(database(), counted, question, offset);
        const left = matching.filter(({ createdAt }) => late && createdAt < late.before);
        expect(late?.skipped).toBeGreaterThan(offset - 1000);
        expect(left[offset - (late?.skipped ?? 0)]?.id).toBe(matching[offset]?.id);
      }
    }
    expect(await skipCountedDays(database(), counted, {}, 100)).toBeUndefined();
    expect(await skipCountedDays(database(), counted, { status: "failed" }, 5000)).toMatchObject({
      skipped: 2334,
    });
  });

  test("are those of days that nothing changes any more; they are counted once", async () => {
    const { account } = await testAccount();
    await database()
      .insert(payments)
      .values([9, 9, 8, 1].map((days) => row(account, daysAgo(days), "success", "visa")));
    await countFinalDays(NOW);
    await Promise.all([countFinalDays(NOW), countFinalDays(NOW), countFinalDays(NOW)]);
    const counts = await database()
      .select({ day: paymentDayCounts.day, payments: paymentDayCounts.payments })
      .from(paymentDayCounts)
      .where(eq(paymentDayCounts.accountId, account.id));
    expect(counts).toEqual([{ day: "2026-03-11", payments: 2 }]);
    expect(await total(account)).toBe(4);
    expect(await countFinalDays(NOW)).toBe(0);
  });

  test("wait for a payment that is not finished, as after days without the clock", async () => {
    const { account } = await testAccount();
    await database()
      .insert(payments)
      .values([
        row(account, daysAgo(12), "success", "visa"),
        row(account, daysAgo(10), "created", null),
        row(account, daysAgo(10), "success", "visa"),
        row(account, daysAgo(9), "success", "visa"),
      ]);
    await countFinalDays(NOW);
    expect((await reread(account)).countedBefore).toBe("2026-03-10");
    await expireDuePayments(NOW);
    await countFinalDays(NOW);
    expect((await reread(account)).countedBefore).toBe("2026-03-12");
    expect(await total(account, { status: "created" })).toBe(0);
    expect(await total(account, { status: "failed" })).toBe(1);
    expect(await total(account, { status: "success" })).toBe(3);
  });

  test.each([
    ["its bank has not answered", { captureDueAt: NOW }],
    ["its bank has only received", { captureSubmittedAt: NOW, captureCheckDueAt: NOW }],
  ])("wait for a capture that %s", async (_, open) => {
    const { account } = await testAccount();
    await database()
      .insert(payments)
      .values({ ...row(account, daysAgo(10), "success", "visa"), ...open });
    await countFinalDays(NOW);
    expect((await reread(account)).countedBefore).toBe("2026-03-10");
    await database()
      .update(payments)
      .set({ captureDueAt: null, captureCheckDueAt: null })
      .where(eq(payments.accountId, account.id));
    await countFinalDays(NOW);
    expect((await reread(account)).countedBefore).toBe("2026-03-12");
  });

  test("are counted while their account takes payments", async () => {
    await countFinalDays(NOW);
    const { account } = await testAccount();
    const { counting } = await database().transaction(async (transaction) => {
      await transaction.execute(sql`lock table payment_day_counts in exclusive mode`);
      const under = countFinalDays(NOW);
      await expect.poll(async () => canLock(account, "update")).toBe(false);
      // What the storing of a payment asks of its account.
      expect(await canLock(account, "key share")).toBe(true);
      return { counting: under };
    });
    expect(await counting).toBe(1);
  });

  test("are each account's own", async () => {
    const other = await testAccount();
    await database()
      .insert(payments)
      .values(row(other.account, daysAgo(9), "success", "visa"));
    await countFinalDays(NOW);
    expect(await total(caller.account)).toBe(0);
    expect(await total(other.account)).toBe(1);
  });
});
