import env from "@next/env";
import { closeDatabase } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { openDataDir, readOrMakeSecret } from "./data-dir.mjs";
import { startPostgres } from "./postgres.mjs";
import { ROOT } from "./root.mjs";

/**
 * Runs a command on the database that DATABASE_URL names, or on the Postgres of `npm start` in DATA_DIR, which
 * may be running or not.
 */
export async function withDatabase(run: (place: { url: string; dataDir: string }) => Promise<void>) {
  env.loadEnvConfig(ROOT, false, { info: () => {}, error: console.error });
  const dataDir = openDataDir(process.env.DATA_DIR);
  process.env.EXCHEQUER_SECRET ||= await readOrMakeSecret(dataDir);
  const postgres = process.env.DATABASE_URL ? undefined : await startPostgres({ dataDir });
  try {
    const url = (process.env.DATABASE_URL ||= postgres?.url ?? "");
    await migrateDatabase(url);
    await run({ url, dataDir });
  } finally {
    await closeDatabase();
    await postgres?.stop();
  }
}
