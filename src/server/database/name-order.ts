import { asc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

type NamedTable = PgTable & { id: PgColumn; name: PgColumn };

/** How many rows a list by name hands out at once. */
const pageSize = 100;

/** How many rows to read for one page: one more than it has tells whether another follows. */
export const pageLimit = pageSize + 1;

/** @returns the order of names as people sort them, capitals and small letters alike; equal names by id */
export function byName({ name, id }: NamedTable): SQL[] {
  return [asc(sql`lower(${name})`), asc(id)];
}

/**
 * @param after the id of the last row of the page before; the place is looked up in the same query
 * @returns the condition for what comes behind that row, none for the first page; it holds for no row when the id is
 * unknown
 */
export function isBehind(table: NamedTable, after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  const place = sql`select lower(place.name), place.id from ${table} place where place.id = ${after}::uuid`;
  return sql`(lower(${table.name}), ${table.id}) > (${place})`;
}

/** A page of a list: its rows and, when more follow, the id that the next page comes `after`. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** @param rows up to `pageLimit` rows in order */
export function toPage<Row extends { id: string }>(rows: Row[]): Page<Row> {
  const shown = rows.slice(0, pageSize);
  return { rows: shown, next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null };
}
