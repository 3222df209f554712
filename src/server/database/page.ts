import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Which rows of a list: those behind a cursor, the `next` of the page before, and at most so many. */
export type Slice = { after?: string | undefined; limit: number };

/** A page of a list; `next` is the cursor of the following one, null on the last. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** What a list is in order of; the last of it is unique. The contract's `page` names the same. */
export type Order = { by: readonly SQLWrapper[]; direction: 'ascending' | 'descending' };

/** @returns for `orderBy` */
export const inOrder = ({ by, direction }: Order): SQL[] => by.map(direction === 'ascending' ? asc : desc);

/** @returns the condition for what comes behind a cursor, in a form that an index of the order serves; none without one */
export function isBehind({ by, direction }: Order, after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  const values = after.split('_').map((value) => sql`${value}`);
  const sign = direction === 'ascending' ? sql`>` : sql`<`;
  return sql`(${sql.join([...by], sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
}

type Value = Temporal.Instant | Temporal.PlainDate | string | number | boolean | null;

/**
 * @param rows read in order, one more than a page has where another follows
 * @param valuesOf what the list is in order of, for a row
 */
export function toPage<Row>(rows: Row[], limit: number, valuesOf: (row: Row) => Value[]): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? valuesOf(last).join('_') : null };
}
