import type { Database } from './connection.ts';

/**
 * Keeps a prepared query with the database it was made for, so that a hot read is built once.
 * @param build makes the query; it is called once for each database
 * @returns the query for a database
 */
export function oncePerDatabase<Query>(build: (database: Database) => Query): (database: Database) => Query {
  const queries = new WeakMap<Database, Query>();
  return (database) => {
    let query = queries.get(database);
    if (query === undefined) {
      query = build(database);
      queries.set(database, query);
    }
    return query;
  };
}
