import { sql } from "drizzle-orm";
import { connect, type Database } from "./client";

/** What instances that start together must not do at once, and the number of its lock. */
const LOCKS = { migrations: 7_262_413, demonstration: 7_262_414 } as const;

/**
 * Does something while no other instance on the same database does it: they take turns under an advisory lock, which
 * one connection, given to `work`, holds until it is done.
 */
export async function inTurn(
  name: keyof typeof LOCKS,
  url: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const connection = connect(url, 1);
  try {
    await connection.database.execute(sql`select pg_advisory_lock(${LOCKS[name]})`);
    await work(connection.database);
  } finally {
    await connection.sql.end();
  }
}
