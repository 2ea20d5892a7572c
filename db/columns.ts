import { sql, type SQL } from "drizzle-orm";
import { text, timestamp, type PgColumn } from "drizzle-orm/pg-core";

/** A ULID in lower case (D7): 26 characters, sorted by creation. */
export const ulid = () => text();

/** A moment, to the millisecond, as the API prints it (D8). */
export const moment = () => timestamp({ precision: 3, withTimezone: true, mode: "date" });

export const createdAt = () => moment().notNull();

/** `column in ('a', 'b')`: the values come from our own tables of states, never from input. */
export function isOneOf(column: PgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
}
