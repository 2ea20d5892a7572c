import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { database } from "@/db/client";

/**
 * Deletes rows whose time is over, a bounded number: a statement that takes a second holds up nobody, one that
 * takes an hour does. Rows that another instance is deleting are passed over.
 *
 * @returns how many there were; the round after finds the next ones.
 */
export async function forgetBatch(table: PgTable, isOver: SQL | undefined, limit = 1000): Promise<number> {
  const gone = await database().execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isOver} limit ${limit} for update skip locked))`);
  return gone.count;
}
