import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { database } from "@/db/client";
import { accounts, staff } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { findCaller } from "./find-caller";
import { seedDemo } from "./seed-demo";

const NOW = new Date("2026-03-02T10:00:00.000Z");

let drop: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  drop = await ownTestDatabase();
});
afterAll(async () => drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "exchequer-demo-"));
  return async () => rm(folder, { recursive: true });
});

const seed = async (name = "demo.json") =>
  seedDemo(process.env.DATABASE_URL ?? "", join(folder, name), "http://localhost:3000", NOW);

async function read(name = "demo.json") {
  return JSON.parse(await readFile(join(folder, name), "utf8")) as {
    accounts: { name: string; api_key: string }[];
    admin: { email: string };
  };
}

test("instances that start together in one folder share one demonstration, whose keys all work", async () => {
  const before = await database().$count(accounts);
  await Promise.all([seed(), seed(), seed()]);
  const demo = await read();
  expect(demo.accounts.map(({ name }) => name)).toEqual(["demo", "plain", "compat"]);
  for (const { api_key: key } of demo.accounts) expect(await findCaller(key, NOW)).toBeDefined();
  expect(await database().$count(accounts)).toBe(before + 3);
  await seed();
  expect(await read()).toEqual(demo);
});

test("instances that start together in folders of their own each have one, and somebody to sign in", async () => {
  await Promise.all([seed("one.json"), seed("two.json")]);
  const [one, two] = [await read("one.json"), await read("two.json")];
  expect(one.accounts).not.toEqual(two.accounts);
  expect(one.admin.email).not.toBe(two.admin.email);
  for (const { admin } of [one, two])
    expect(await database().$count(staff, eq(staff.email, admin.email))).toBe(1);
});
