import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { given } from './prepared.ts';

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
export function isBehind(order: Order, after: string | undefined): SQL | undefined {
  return after === undefined
    ? undefined
    : compare(
        order,
        after.split('_').map((value) => sql`${value}`),
      );
}

/** An order for `isBehindCursor`, with the Postgres types of its values. */
export type CursorOrder = Order & { types: readonly (keyof typeof ends)[] };

/** The same for a `prepared`; `cursorValues` gives the cursor, which is never missing. */
export const isBehindCursor = (order: CursorOrder): SQL =>
  compare(
    order,
    order.types.map((type, index) => given(`after${index}`, type)),
  );

/** @param after the cursor; undefined for the one that is before all rows */
export function cursorValues({ types, direction }: CursorOrder, after?: string): Record<string, string> {
  const values = after?.split('_') ?? types.map((type) => ends[type][direction]);
  return Object.fromEntries(values.map((value, index) => [`after${index}`, value]));
}

/** What comes before all values of a type. */
const ends = {
  boolean: { ascending: 'false', descending: 'true' },
  date: { ascending: '-infinity', descending: 'infinity' },
  integer: { ascending: '0', descending: '2147483647' },
  /** It never decides: it stands behind another value. */
  text: { ascending: '', descending: '' },
  timestamptz: { ascending: '-infinity', descending: 'infinity' },
  uuid: { ascending: '00000000-0000-0000-0000-000000000000', descending: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
} as const;

function compare({ by, direction }: Order, values: SQL[]): SQL {
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
