import { Column, type GetColumnData, is, SQL, sql } from 'drizzle-orm';
import { PgCustomColumn } from 'drizzle-orm/pg-core';

type Read = (value: unknown) => unknown;
type Field = Column | SQL;
type ListFields = Record<string, Field | Record<string, Field>>;
type Value<Of> = Of extends Column
  ? GetColumnData<Of>
  : Of extends SQL<infer Value>
    ? Value
    : { [Key in keyof Of]: Value<Of[Key]> } | null;

/**
 * A list beside a row, without a statement of its own.
 * @param fields what each member of the list has; an object of fields is of a row that may not be there to join
 * @param from the rest of its `select`, from `from` on
 * @param order the members' order, if they have one
 */
export function listOf<Fields extends ListFields>(fields: Fields, from: SQL, order?: SQL) {
  const { members, read } = membersOf(fields, order);
  return sql`(select coalesce(${members}, '[]'::json) ${from})`.mapWith(read);
}

/** @returns an aggregate of all members of a list, for a table that is joined, and what makes them of its value */
export function membersOf<Fields extends ListFields>(fields: Fields, order?: SQL) {
  type Member = { [Key in keyof Fields]: Value<Fields[Key]> };
  const cells = Object.entries(fields).flatMap(([key, field]): Cell[] =>
    is(field, Column) || is(field, SQL)
      ? [{ key, field, read: readOf(field) }]
      : Object.entries(field).map(([inner, one]) => ({ key, inner, field: one, read: readOf(one) })),
  );
  const values = sql.join(
    cells.map(({ field }) => field),
    sql`, `,
  );
  // An array is smaller than an object, and half the work for Postgres.
  const members = sql`json_agg(json_build_array(${values})${order ? sql` order by ${order}` : sql``})`;
  return { members, read: (rows: unknown[][]) => rows.map((row) => memberOf(cells, row) as Member) };
}

/** A value of a member, and which it is of a row that may not be there to join. */
type Cell = { key: string; inner?: string; field: Field; read: Read };

/** @returns an object of the values; as in drizzle, null for a row that was not there to join, whose first value is null */
function memberOf(cells: Cell[], row: unknown[]) {
  const member: Record<string, unknown> = {};
  for (const [index, { key, inner, read }] of cells.entries()) {
    const value = row[index] === null ? null : read(row[index]);
    if (inner === undefined) member[key] = value;
    else if (!(key in member)) member[key] = value === null ? null : { [inner]: value };
    else if (member[key] !== null) (member[key] as Record<string, unknown>)[inner] = value;
  }
  return member;
}

/** @returns what reads a value of JSON, in which only our own types of columns are not yet what they are in rows */
function readOf(field: Field): Read {
  if (is(field, PgCustomColumn)) return (value) => field.mapFromDriverValue(value);
  if (is(field, Column)) return (value) => value;
  // It is not in drizzle's types.
  const { decoder } = field as unknown as { decoder: { mapFromDriverValue: Read } };
  return (value) => decoder.mapFromDriverValue(value);
}
