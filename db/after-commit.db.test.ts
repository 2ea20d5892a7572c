import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { afterCommit } from "./after-commit";
import { database } from "./client";
import { testDatabase } from "./test-database";

beforeAll(async () => testDatabase());

test("what waits for a commit happens after it, in order", async () => {
  const happened: string[] = [];
  await database().transaction(async (transaction) => {
    afterCommit(transaction, () => happened.push("first"));
    afterCommit(transaction, () => happened.push("second"));
    await transaction.execute(sql`select 1`);
    expect(happened).toEqual([]);
  });
  expect(happened).toEqual(["first", "second"]);
});

test("it does not happen when the transaction is rolled back", async () => {
  const happened: string[] = [];
  const failing = database().transaction(async (transaction) => {
    afterCommit(transaction, () => happened.push("never"));
    await transaction.execute(sql`select 1 / 0`);
  });
  await expect(failing).rejects.toThrow("select 1 / 0");
  expect(happened).toEqual([]);
});

test("it happens whichever copy of the module is asked: Next.js builds more than one", async () => {
  vi.resetModules();
  const copy = await import("./after-commit");
  expect(copy.afterCommit).not.toBe(afterCommit);
  const happened: string[] = [];
  await database().transaction(async (transaction) => {
    copy.afterCommit(transaction, () => happened.push("after"));
  });
  expect(happened).toEqual(["after"]);
});

test("nothing can wait for what is no transaction", () => {
  expect(() => afterCommit(database(), () => {})).toThrow("Not a transaction");
});
