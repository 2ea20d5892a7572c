import type postgres from "postgres";
import { isConnectionLost } from "./is-database-down";

type Begin = (run: (client: postgres.Sql) => Promise<unknown>) => Promise<unknown>;

/**
 * postgres.js for drizzle, with two things set right.
 *
 * Queries are prepared, which drizzle asks for only by name: Postgres keeps their plans. DATABASE_PREPARE=0 is for
 * poolers that cannot (PgBouncer before 1.21 in transaction mode).
 *
 * A transaction whose connection has gone sends nothing more on it, not even its rollback: postgres.js (3.4) would
 * write to a socket that is not there, and that connection of the pool would never work again.
 */
export function dependable<Client extends postgres.Sql>(client: Client): Client {
  const prepare = process.env.DATABASE_PREPARE !== "0";
  return new Proxy(client, {
    get(target, name, receiver) {
      if (name === "begin") return (run: (inner: Client) => Promise<unknown>) => begin(target, run, prepare);
      if (name === "unsafe") return unsafe(target, prepare);
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}

async function begin<Client extends postgres.Sql>(
  client: Client,
  run: (inner: Client) => Promise<unknown>,
  prepare: boolean,
): Promise<unknown> {
  const transaction = { over: false };
  try {
    return await (client.begin as unknown as Begin)(async (inner) => {
      try {
        return await run(withinTransaction(inner as Client, transaction, prepare));
      } catch (error) {
        // postgres.js ends the transaction by itself when its connection has gone; a rejection would roll it back.
        if (transaction.over || isConnectionLost(error)) return forever();
        throw error;
      }
    });
  } finally {
    transaction.over = true;
  }
}

function withinTransaction<Client extends postgres.Sql>(
  inner: Client,
  transaction: { readonly over: boolean },
  prepare: boolean,
): Client {
  const query = unsafe(inner, prepare);
  return new Proxy(inner, {
    get(target, name, receiver) {
      if (name !== "unsafe") return Reflect.get(target, name, receiver) as unknown;
      return (...given: Parameters<typeof query>) => (transaction.over ? silent() : query(...given));
    },
  });
}

function unsafe(client: postgres.Sql, prepare: boolean) {
  return (query: string, parameters: never[]) => client.unsafe(query, parameters, { prepare });
}

/** A query that is not sent and never answered, in the forms in which drizzle asks for one. */
function silent() {
  return Object.assign(forever(), { values: forever });
}

async function forever(): Promise<never> {
  return new Promise<never>(() => {});
}
