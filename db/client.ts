import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { rememberingCommits } from "./after-commit";
import { dependable } from "./dependable";
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
const REPLICA = Symbol.for("exchequer.replica");
const shared = globalThis as { [KEY]?: Connection; [REPLICA]?: Connection };

/** The process's pool on DATABASE_URL, opened on first use. */
export function database(): Database {
  shared[KEY] ??= connect(requiredUrl(), poolSize());
  return shared[KEY].database;
}

/** Where searches read: DATABASE_REPLICA_URL where it is set, otherwise the database itself. */
export function searchDatabase(): Database {
  const url = process.env.DATABASE_REPLICA_URL;
  if (!url) return database();
  shared[REPLICA] ??= connect(url, poolSize());
  return shared[REPLICA].database;
}

/** Ends the pool once what is under way has finished. */
export async function closeDatabase(): Promise<void> {
  const connections = [shared[KEY], shared[REPLICA]];
  delete shared[KEY];
  delete shared[REPLICA];
  await Promise.all(connections.map(async (connection) => connection?.sql.end({ timeout: 5 })));
}

/** A pool of its own, for tests and commands; the caller ends `sql`. */
export function connect(url: string, max: number): Connection {
  const sql = postgres(url, {
    max,
    onnotice: () => {},
    connect_timeout: 5,
    // Drizzle reads arrays by itself; a question at every connect would only be one more thing to fail.
    fetch_types: false,
    connection: { application_name: "exchequer", TimeZone: "UTC" },
  });
  return { sql, database: rememberingCommits(drizzle(dependable(sql), { schema, casing: "snake_case" })) };
}

function poolSize(): number {
  return Number(process.env.DATABASE_POOL ?? 10);
}

function requiredUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set");
  return url;
}
