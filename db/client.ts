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
const SEARCHES = Symbol.for("exchequer.searches");
const shared = globalThis as { [KEY]?: Connection; [SEARCHES]?: Connection };

/** A search that takes longer is given up: nobody waits for it, and it must not wear the database out. */
const SEARCH_MILLISECONDS = 30_000;

/** The process's pool on DATABASE_URL, opened on first use. */
export function database(): Database {
  shared[KEY] ??= connect(requiredUrl(), poolSize());
  return shared[KEY].database;
}

/**
 * Where searches read: DATABASE_REPLICA_URL where it is set, otherwise the database itself; over connections of their
 * own, so that no search keeps a payment waiting.
 */
export function searchDatabase(): Database {
  shared[SEARCHES] ??= connect(
    process.env.DATABASE_REPLICA_URL || requiredUrl(),
    Math.ceil(poolSize() / 2),
    SEARCH_MILLISECONDS,
  );
  return shared[SEARCHES].database;
}

/** Ends the pool once what is under way has finished. */
export async function closeDatabase(): Promise<void> {
  const connections = [shared[KEY], shared[SEARCHES]];
  delete shared[KEY];
  delete shared[SEARCHES];
  await Promise.all(connections.map(async (connection) => connection?.sql.end({ timeout: 5 })));
}

/**
 * A pool of its own, for tests and commands; the caller ends `sql`.
 *
 * @param statementMilliseconds after which the database gives a statement up; none if not given.
 */
export function connect(url: string, max: number, statementMilliseconds = 0): Connection {
  const sql = postgres(url, {
    max,
    onnotice: () => {},
    connect_timeout: 5,
    // Drizzle reads arrays by itself; a question at every connect would only be one more thing to fail.
    fetch_types: false,
    connection: {
      application_name: "exchequer",
      TimeZone: "UTC",
      statement_timeout: statementMilliseconds,
    },
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
