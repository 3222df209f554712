import { type Column, getTableColumns, is, SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { PgJsonb, type PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './connection.ts';
import { hotRead, type Query } from './hot-read.ts';
import { storableJson } from './storable-json.ts';

/** How to write a hot write: docs/decisions/019-hot-reads.md. */

/** A write that many requests make: as a `hotRead`, with `put` for the value of a column and `rowsOf` for whole rows. */
export function hotWrite<Of extends Query>(name: string, build: (database: Queryable) => Of) {
  return hotRead(name, build);
}

/** @returns a placeholder for a value of a column, by the column's name unless another is given */
export const put = (column: Column, name = column.name): SQL => sql`${sql.param(sql.placeholder(name), column)}`;

/** @returns what to `select` for an insert of rows that come as JSON, so that one statement serves any number of them */
export function rowsOf(table: PgTable): SQL {
  const columns = sql.join(
    Object.values(getTableColumns(table))
      .filter(({ generated }) => !generated)
      .map((column) => sql.identifier(nameOf(column))),
    sql`, `,
  );
  return sql`select ${columns} from json_populate_recordset(null::${table}, ${sql.placeholder('rows')}::json)`;
}

/** @returns the value of `rowsOf`'s placeholder */
export function asRows<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): { rows: string } {
  const columns = Object.entries(getTableColumns(table));
  const toJson = (row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, column]) => [nameOf(column), cellOf(column, row[key])]));
  return { rows: storableJson(rows.map(toJson)) };
}

function cellOf(column: Column, given: unknown): unknown {
  const value = given === undefined ? (column.defaultFn?.() ?? column.default ?? null) : given;
  if (is(value, SQL)) throw new Error(`${column.name} has no value, and its default is known to Postgres only`);
  // JSON stands in JSON as it is.
  return value === null || is(column, PgJsonb) ? value : column.mapToDriverValue(value);
}

const nameOf = ({ name, keyAsName }: Column) => (keyAsName ? toSnakeCase(name) : name);

type Changes<Table extends PgTable> = Partial<Table['$inferInsert']>;

/**
 * A write whose columns differ from caller to caller: a statement for each set of columns that is ever changed.
 * @param build makes the update from what it sets, whose values it takes by the names of the columns
 * @returns a function that takes what is changed and gives the write
 */
export function hotUpdate<Table extends PgTable, Of extends Query>(
  name: string,
  table: Table,
  build: (database: Queryable, set: { [Key in keyof Table['$inferInsert']]?: SQL }) => Of,
) {
  const columns: Record<string, Column> = getTableColumns(table);
  const known = new Map<string, ReturnType<typeof hotWrite<Of>>>();
  return (changes: Changes<Table>) => {
    const keys = Object.keys(columns).filter((key) => (changes as Record<string, unknown>)[key] !== undefined);
    const key = keys.join();
    const set = Object.fromEntries(keys.map((one) => [one, put(columns[one] as Column)]));
    const write = known.get(key) ?? hotWrite(`${name}_${known.size}`, (database) => build(database, set as never));
    known.set(key, write);
    return write;
  };
}
