import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { connect } from "./client";

const LOCK = 7_262_413;

/**
 * Brings the database up to the checked-in migrations. Instances that start together take turns under an
 * advisory lock; the one connection holds it until it is done.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const connection = connect(url, 1);
  try {
    await connection.database.execute(sql`select pg_advisory_lock(${LOCK})`);
    await migrate(connection.database, { migrationsFolder: join(process.cwd(), "db", "migrations") });
  } finally {
    await connection.sql.end();
  }
}
