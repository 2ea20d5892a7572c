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
    connection: { application_name: "exchequer", TimeZone: "UTC" },
  });
  return { sql, database: drizzle(prepared(sql), { schema, casing: "snake_case" }) };
}

/**
 * Lets Postgres keep the plans of drizzle's queries, which drizzle itself asks postgres.js not to: a third more
 * requests a second. DATABASE_PREPARE=0 is for poolers that cannot (PgBouncer before 1.21 in transaction mode).
 */
function prepared<Client extends postgres.Sql>(client: Client): Client {
  if (process.env.DATABASE_PREPARE === "0") return client;
  return new Proxy(client, {
    get(target, name, receiver) {
      if (name === "unsafe") {
        return (query: string, parameters: never[]) => target.unsafe(query, parameters, { prepare: true });
      }
      if (name === "begin" || name === "savepoint") {
        const begin = Reflect.get(target, name, receiver) as (run: (client: Client) => unknown) => unknown;
        return (...given: unknown[]) => {
          const run = given.pop() as (client: Client) => unknown;
          return Reflect.apply(begin, target, [...given, (inner: Client) => run(prepared(inner))]) as unknown;
        };
      }
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}

function poolSize(): number {
  return Number(process.env.DATABASE_POOL ?? 10);
}

function requiredUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set");
  return url;
}
