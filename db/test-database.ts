import { randomUUID } from "node:crypto";
import { closeDatabase, connect, database, type Database } from "./client";
import { migrateDatabase } from "./migrate";

const ready = new Map<string, Promise<void>>();

/** The database of the tests (TEST_DATABASE_URL), migrated; suites share it and mint their own services. */
export async function testDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("TEST_DATABASE_URL is not set: run the tests with npm test");
  process.env.DATABASE_URL = url;
  process.env.EXCHEQUER_SECRET ??= "a secret that only the tests know, nobody else";
  const migrated = ready.get(url) ?? migrateDatabase(url);
  ready.set(url, migrated);
  await migrated;
  return database();
}

/**
 * A database of the suite's own, for what concerns the whole platform: switches, sweeps, a search of everything.
 *
 * @returns drops it; for the suite's afterAll.
 */
export async function ownTestDatabase(): Promise<() => Promise<void>> {
  const shared = process.env.TEST_DATABASE_URL;
  if (!shared) throw new Error("TEST_DATABASE_URL is not set: run the tests with npm test");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(shared, `create database ${name} template template0`);
  process.env.TEST_DATABASE_URL = Object.assign(new URL(shared), { pathname: `/${name}` }).href;
  await closeDatabase();
  await testDatabase();
  return async () => {
    await closeDatabase();
    process.env.TEST_DATABASE_URL = shared;
    process.env.DATABASE_URL = shared;
    await administer(shared, `drop database ${name} with (force)`);
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const { sql } = connect(url, 1);
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
