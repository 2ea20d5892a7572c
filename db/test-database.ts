import { database, type Database } from "./client";
import { migrateDatabase } from "./migrate";

let ready: Promise<void> | undefined;

/** The database of the tests (TEST_DATABASE_URL), migrated; suites share it and mint their own services. */
export async function testDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("TEST_DATABASE_URL is not set: run the tests with npm test");
  process.env.DATABASE_URL = url;
  process.env.EXCHEQUER_SECRET ??= "a secret that only the tests know, nobody else";
  ready ??= migrateDatabase(url);
  await ready;
  return database();
}
