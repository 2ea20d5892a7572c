import { join } from "node:path";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { inTurn } from "./in-turn";

/** Brings the database up to the checked-in migrations; instances that start together take turns. */
export async function migrateDatabase(url: string): Promise<void> {
  await inTurn("migrations", url, async (database) =>
    migrate(database, { migrationsFolder: join(process.cwd(), "db", "migrations") }),
  );
}
