import type { Database } from './connection.ts';

/**
 * Prepares a hot read once for each database.
 * @param build makes the query for a database
 * @returns a function that gives a database's query
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
