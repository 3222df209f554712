import { type Column, getTableColumns, is, SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { PgJsonb, type PgTable } from 'drizzle-orm/pg-core';
import { storableJson } from './storable-json.ts';

/** @returns rows as JSON for `json_populate_recordset`, whose statement is the same for any number of them */
export function asRows<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): string {
  const columns = Object.entries(getTableColumns(table));
  const toJson = (row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, column]) => [nameOf(column), cellOf(column, row[key])]));
  return storableJson(rows.map(toJson));
}

function cellOf(column: Column, given: unknown): unknown {
  const value = given === undefined ? (column.defaultFn?.() ?? column.default ?? null) : given;
  if (is(value, SQL)) throw new Error(`${column.name} has no value, and its default is known to Postgres only`);
  // JSON stands in JSON as it is.
  return value === null || is(column, PgJsonb) ? value : column.mapToDriverValue(value);
}

const nameOf = ({ name, keyAsName }: Column) => (keyAsName ? toSnakeCase(name) : name);
