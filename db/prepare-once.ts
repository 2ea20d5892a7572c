import { database, type Executor } from "./client";

/**
 * A query that is built once for each pool instead of at each use: for those that every request makes. Values
 * are `sql.placeholder`s. Within a transaction that is handed over it is built for that one.
 */
export function prepareOnce<Query>(build: (database: Executor) => Query): (executor?: Executor) => Query {
  const built = new WeakMap<Executor, Query>();
  return (executor = database()) => {
    let query = built.get(executor);
    if (!query) built.set(executor, (query = build(executor)));
    return query;
  };
}
