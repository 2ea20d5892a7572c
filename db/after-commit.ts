import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";

// As for the pool itself: Next.js builds this module into more than one bundle, and a transaction that one of
// them began has to be known to all.
const KEY = Symbol.for("exchequer.waitingForCommit");
const shared = globalThis as { [KEY]?: WeakMap<object, (() => void)[]> };
const waiting = (shared[KEY] ??= new WeakMap());

/**
 * Does something once a transaction has committed, and never if it is rolled back: for what may be begun early
 * and is due in the database anyway.
 */
export function afterCommit(transaction: object, run: () => void): void {
  const queue = waiting.get(transaction);
  if (!queue) throw new Error("Not a transaction, or one within another");
  queue.push(run);
}

/** A pool whose transactions remember what is to be done after them. */
export function rememberingCommits<Schema extends Record<string, unknown>>(
  pool: PostgresJsDatabase<Schema>,
): PostgresJsDatabase<Schema> {
  const begin = pool.transaction.bind(pool);
  pool.transaction = async (run, config) => {
    const queue: (() => void)[] = [];
    const result = await begin(async (transaction) => {
      waiting.set(transaction, queue);
      return run(transaction);
    }, config);
    for (const after of queue) after();
    return result;
  };
  return pool;
}
