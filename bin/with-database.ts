import env from "@next/env";
import { closeDatabase } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { openDataDir, readOrMakeSecret } from "./data-dir.mjs";
import { startPostgres } from "./postgres.mjs";
import { ROOT } from "./root.mjs";
import { runningSimulator } from "./simulator.mjs";

/**
 * Runs a command on the database that DATABASE_URL names, or on the Postgres of `npm start` in DATA_DIR, which
 * may be running or not. Settings are found as `npm start` finds them, so that a command needs none that it does not.
 */
export async function withDatabase(run: (url: string) => Promise<void>) {
  env.loadEnvConfig(ROOT, false, { info: () => {}, error: console.error });
  const postgres = await settle();
  try {
    const url = process.env.DATABASE_URL ?? "";
    await migrateDatabase(url);
    await run(url);
  } finally {
    await closeDatabase();
    await postgres?.stop();
  }
}

/** Says why a command could not do what it was told to; no fault of ours, so there is no stack to be read. */
export function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}

/** Fills in what npm start would have; whoever gives both a database and its secret may have no DATA_DIR. */
async function settle() {
  if (process.env.DATABASE_URL && process.env.EXCHEQUER_SECRET) return undefined;
  const dataDir = openDataDir(process.env.DATA_DIR);
  process.env.EXCHEQUER_SECRET ||= await readOrMakeSecret(dataDir);
  process.env.SIMULATOR_URL ||= (await runningSimulator(dataDir)) ?? "";
  process.env.PUBLIC_URL ||= `http://localhost:${process.env.PORT || 3000}`;
  if (process.env.DATABASE_URL) return undefined;
  const postgres = await startPostgres({ dataDir });
  process.env.DATABASE_URL = postgres.url;
  return postgres;
}
