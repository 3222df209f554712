import { type SQL, sql } from 'drizzle-orm';
import { connectionOf, type Queryable } from './connection.ts';

type Preparable = { prepare(name: string): { execute(values?: Record<string, unknown>): Promise<unknown> } };
type Value = string | number | boolean | null | readonly (string | number)[];

/**
 * A query that many requests make, as drizzle prepares it: built and planned once on each connection, which takes many times as long as
 * to run it. Its placeholders take values as Postgres reads them, so moments and days are text.
 * @param name the statement's name at Postgres, which no other has
 * @param build makes the query, with `sql.placeholder` for what differs from call to call
 */
export function prepared<Of extends Preparable>(name: string, build: (database: Queryable) => Of) {
  type Ready = ReturnType<Of['prepare']>;
  const ready = new WeakMap<object, Ready>();
  return (database: Queryable, values?: Record<string, Value>): ReturnType<Ready['execute']> => {
    const connection = connectionOf(database);
    const query = ready.get(connection) ?? (build(connection as Queryable).prepare(name) as Ready);
    ready.set(connection, query);
    return query.execute(values) as ReturnType<Ready['execute']>;
  };
}

/**
 * A placeholder whose value Postgres cannot see when it plans, so that one plan serves every call. Otherwise it may plan a query anew for
 * each call by its estimates, which takes longer than to run it.
 * @param type in Postgres
 */
export const given = (name: string, type: string): SQL => sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;
