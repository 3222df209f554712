import { and, type Column, type SQL, sql } from 'drizzle-orm';
import type { PgTable, PgView, SelectedFields } from 'drizzle-orm/pg-core';
import { countLimit } from '#domain/desk.ts';
import { fullName } from '#domain/labels.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import {
  type CursorOrder,
  cursorValues,
  inOrder,
  isBehindCursor,
  type Order,
  type Page,
  toPage,
} from '../database/page.ts';
import { prepared } from '../database/prepared.ts';

/** A list of the desk: which rows of a table, in which order, and what is shown of each. */
type DeskList<Fields> = {
  table: PgTable | PgView;
  which: SQL | undefined;
  /**
   * What besides holds for the first rows in the order and then for no more, such as that a newest row is of this month.
   * Postgres, which cannot know how many that are, would plan for a third of the table, with processes of its own.
   */
  atFirst?: SQL;
  order: Order;
  /** The further tables of the fields; only rows that are shown are joined to them. */
  joins?: SQL;
  fields: Fields;
};
type Fields = Record<string, Column | SQL>;

export const pageSize = 50;

/** A row of a list that a statement reads. */
export type RowOf<Rows> = Rows extends SQL<(infer Row)[]> ? Row : never;

// Spelled out, because Postgres plans for a tenth of all rows when a limit is a parameter.
export const upTo = (limit: number) => sql`limit ${sql.raw(String(limit))}`;

function rowsOf<Shown extends Fields>(
  { table, which, atFirst, order, joins, fields }: DeskList<Shown>,
  limit: number,
  behind?: SQL,
) {
  const inItsOrder = sql.join(inOrder(order), sql`, `);
  const shown = sql`select * from ${table} where ${and(which, behind)} order by ${inItsOrder} ${upTo(limit)}`;
  const end = atFirst ? sql`where ${atFirst}` : sql``;
  return listOf(fields, sql`from (${shown}) ${table} ${joins ?? sql``} ${end}`, inItsOrder);
}

/** @returns the number of a list's rows, counted no further than the limit, and the first of them */
export const sectionOf = <Shown extends Fields>(list: DeskList<Shown>, limit: number) => ({
  // A long list costs no more than a short one.
  count: sql<number>`(select count(*)::int from (select from ${list.table} where ${and(list.which, list.atFirst)} ${upTo(countLimit + 1)}) one)`,
  rows: rowsOf(list, limit),
});

/** @returns the rows of a page of a list, and one more if there is one, for `pagesOf` */
export const pageRowsOf = <Shown extends Fields>(list: DeskList<Shown> & { order: CursorOrder }) =>
  rowsOf(list, pageSize + 1, isBehindCursor(list.order));

/**
 * @param name of the statement at Postgres
 * @param rows at most so many, behind a cursor of placeholders
 * @param order theirs
 * @param valuesOf the values that a row is sorted by
 * @returns what reads a page; its `after` is undefined for the first one
 */
export function pagesOf<Row>(
  name: string,
  rows: SQL<Row[]>,
  order: CursorOrder,
  valuesOf: Parameters<typeof toPage<Row>>[2],
) {
  const read = prepared(name, (database) => readOnly(database, { rows }));
  return async (
    database: Database,
    after: string | undefined,
    values: Record<string, string> = {},
  ): Promise<Page<Row>> => {
    const [page] = await read(database, { ...values, ...cursorValues(order, after) });
    return toPage((page?.rows ?? []) as Row[], pageSize, valuesOf);
  };
}

/** Selects fields that come from no table of their own. */
export const readOnly = <Selected extends SelectedFields>(database: Queryable, fields: Selected) =>
  database.select(fields).from(sql`(select) nothing`);

export const oldestFirst = (moment: Column, id: Column): CursorOrder => ({
  by: [moment, id],
  types: ['timestamptz', 'uuid'],
  direction: 'ascending',
});
export const newestFirst = (moment: Column, id: Column): CursorOrder => ({
  ...oldestFirst(moment, id),
  direction: 'descending',
});

type Person = { id: Column; firstName: Column; lastName: Column };

/** @returns a person's full name, and the profile that staff can open */
export const personOf = ({ id, firstName, lastName }: Person) =>
  sql`json_build_array(${id}, ${firstName}, ${lastName})`.mapWith(toPerson);

function toPerson([profileId, firstName, lastName]: [string, string, string]) {
  return { profileId, name: fullName({ firstName, lastName }) };
}
