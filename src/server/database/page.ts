import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The rows of a list after a cursor, which is the `next` of the page before; at most `limit`. */
export type Slice = { after?: string | undefined; limit: number };

/** A page of a list; `next` is the cursor of the following page, null on the last. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** The values that a list is sorted by; the last is unique. The contract's `page` names the same. */
export type Order = { by: readonly SQLWrapper[]; direction: 'ascending' | 'descending' };

/** @returns the terms of `orderBy` */
export const inOrder = ({ by, direction }: Order): SQL[] => by.map(direction === 'ascending' ? asc : desc);

/**
 * @returns the condition for rows after a cursor, in a form that an index of the order serves; undefined without one
 */
export function isBehind({ by, direction }: Order, after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  const values = after.split('_').map((value) => sql`${value}`);
  const sign = direction === 'ascending' ? sql`>` : sql`<`;
  return sql`(${sql.join([...by], sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
}

type Value = Temporal.Instant | Temporal.PlainDate | string | number | boolean | null;

/**
 * @param rows in order; one row more than `limit` says that another page follows
 * @param valuesOf the values that a row is sorted by
 */
export function toPage<Row>(rows: Row[], limit: number, valuesOf: (row: Row) => Value[]): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? valuesOf(last).join('_') : null };
}
