import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema";

/** A connection pool over the schema, or a transaction on it: every function that reads or writes takes one. */
export type Database = PostgresJsDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Executor = Database | Transaction;

interface Connection {
  sql: postgres.Sql;
  database: Database;
}

// Next.js builds this module into more than one bundle; the pool must still be one per process.
const KEY = Symbol.for("exchequer.database");
const shared = globalThis as { [KEY]?: Connection };

/** The process's pool on DATABASE_URL, opened on first use. */
export function database(): Database {
  shared[KEY] ??= connect(requiredUrl(), Number(process.env.DATABASE_POOL ?? 10));
  return shared[KEY].database;
}

/** Ends the pool once what is under way has finished. */
export async function closeDatabase(): Promise<void> {
  const connection = shared[KEY];
  delete shared[KEY];
  await connection?.sql.end({ timeout: 5 });
}

/** A pool of its own, for tests and commands; the caller ends `sql`. */
export function connect(url: string, max: number): Connection {
  const sql = postgres(url, {
    max,
    onnotice: () => {},
    connect_timeout: 5,
    connection: { application_name: "exchequer", TimeZone: "UTC" },
  });
  return { sql, database: drizzle(sql, { schema, casing: "snake_case" }) };
}

function requiredUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set");
  return url;
}
