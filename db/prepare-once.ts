import { database, type Database } from "./client";

/**
 * A query that is built once for each pool instead of at each use: for those that every request makes. Values
 * are `sql.placeholder`s.
 */
export function prepareOnce<Query>(build: (database: Database) => Query): () => Query {
  const built = new WeakMap<Database, Query>();
  return () => {
    const pool = database();
    let query = built.get(pool);
    if (!query) built.set(pool, (query = build(pool)));
    return query;
  };
}
