import { Column, type GetColumnData, getTableName, is, Param, Placeholder, SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgCustomColumn } from 'drizzle-orm/pg-core';
import { clientOf, type Queryable, settings } from './connection.ts';
import { type Part, preparedStatement, runParts, type Row as Sent } from './prepared-statement.ts';

/** How to write a hot statement: docs/decisions/019-hot-reads.md. */

export type Query = { execute(values?: Record<string, unknown>): Promise<unknown>; prepare(name: string): unknown };
type Rows<Of extends Query> = Awaited<ReturnType<Of['execute']>> extends infer Row extends unknown[] ? Row : never[];

/** Parts of drizzle's objects that are not in their types. */
type Prepared = {
  getQuery(): { sql: string };
  params: unknown[];
  /** None when nothing is returned. */
  fields: { path: string[]; field: Column | SQL | SQL.Aliased }[] | undefined;
  joinsNotNullableMap?: Record<string, boolean>;
};
type Read = (value: unknown) => unknown;
type Decoding = { decoder: { mapFromDriverValue: Read } };

/** Only builds queries; it is connected to nothing. */
const builder = drizzle.mock(settings) as unknown as Queryable;

/** What a hot statement asks with its values, and what it makes of the rows that come. */
type Asking<Row> = { part: Part; read(rows: Sent[]): Row[] };
/** Asks at once, or is asked `together` with another. */
export type HotStatement<Row> = {
  (database: Queryable, values?: Record<string, unknown>): Promise<Row[]>;
  with(values?: Record<string, unknown>): Asking<Row>;
};

/**
 * A read that many requests make. Its statement is built at its first use and prepared once on each connection; its rows
 * are made into objects by a function that is compiled from its fields, in a fraction of the time that drizzle takes.
 * @param name the statement's name at Postgres, which no other has
 * @param build makes the query, with `sql.placeholder` for what differs from call to call
 * @returns a function that takes the placeholders' values and answers the rows
 */
export function hotRead<Of extends Query>(
  name: string,
  build: (database: Queryable) => Of,
): HotStatement<Rows<Of>[number]> {
  let ready: ReturnType<typeof prepare<Rows<Of>[number]>> | undefined;
  const asking = (values: Record<string, unknown> = {}): Asking<Rows<Of>[number]> => {
    ready ??= prepare(build(builder), name);
    const { statement, params } = ready;
    return { part: statement.part(params.map((fill) => fill(values))), read: statement.read };
  };
  const ask = async (database: Queryable, values?: Record<string, unknown>) => {
    const { part, read } = asking(values);
    const [rows = []] = await runParts(clientOf(database), [part]);
    return read(rows);
  };
  return Object.assign(ask, { with: asking });
}

/**
 * Asks several in one way there and back. Each is asked once the one before is done: behind a lock that waits, the next one reads
 * what there is when the lock is held.
 */
export async function together<Rows extends unknown[]>(
  database: Queryable,
  ...asked: { [Index in keyof Rows]: Asking<Rows[Index]> }
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const all: Asking<unknown>[] = asked;
  const answers = await runParts(
    clientOf(database),
    all.map(({ part }) => part),
  );
  return all.map(({ read }, index) => read(answers[index] ?? [])) as { [Index in keyof Rows]: Rows[Index][] };
}

function prepare<Row>(query: Query, name: string) {
  const prepared = query.prepare(name) as Prepared;
  const { fields = [], params, joinsNotNullableMap = {} } = prepared;
  const text = prepared.getQuery().sql;
  const cells = fields.map(({ path, field }) => {
    const isJoined = is(field, Column) && joinsNotNullableMap[getTableName(field.table)] === false;
    return { path, read: readOf(field), isJoined };
  });
  const statement = preparedStatement(name, text, (reads) =>
    compile<Row>(cells.map((cell, index) => ({ ...cell, read: after(reads[index] as Read | undefined, cell.read) }))),
  );
  return { statement, params: params.map(fillerOf) };
}

/** @returns what reads by the driver first */
function after(driver: Read | undefined, read: Read | undefined): Read | undefined {
  return driver && read ? (value) => read(driver(value)) : (driver ?? read);
}

/** @returns what finds a parameter's value among those of the placeholders */
function fillerOf(param: unknown): (values: Record<string, unknown>) => unknown {
  if (is(param, Param) && is(param.value, Placeholder)) {
    const fill = fillerOf(param.value);
    return (values) => {
      const value = fill(values);
      return value === null ? null : param.encoder.mapToDriverValue(value);
    };
  }
  if (!is(param, Placeholder)) return () => param;
  const { name } = param;
  return (values) => {
    if (values[name] === undefined) throw new Error(`The placeholder ${name} has no value`);
    return values[name];
  };
}

type Field = Column | SQL;
type ListFields = Record<string, Field | Record<string, Field>>;
type Value<Of> = Of extends Column
  ? GetColumnData<Of>
  : Of extends SQL<infer Value>
    ? Value
    : { [Key in keyof Of]: Value<Of[Key]> } | null;

/**
 * A value that Postgres cannot see when it plans, so that one plan serves every call. Otherwise Postgres compares its
 * plan for any value with those for the first calls' values, and by its estimates may plan a statement anew for each
 * call, which takes longer than to run it.
 * @param name of the placeholder
 * @param type in Postgres
 */
export const given = (name: string, type: string): SQL => sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;

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
  const cells = Object.entries(fields).flatMap(([key, field]) =>
    is(field, Column) || is(field, SQL)
      ? [{ path: [key], field, isJoined: false }]
      : Object.entries(field).map(([inner, one]) => ({ path: [key, inner], field: one, isJoined: true })),
  );
  const toMember = compile<{ [Key in keyof Fields]: Value<Fields[Key]> }>(
    cells.map(({ field, ...cell }) => ({ ...cell, read: readOf(field) })),
  );
  const values = sql.join(
    cells.map(({ field }) => field),
    sql`, `,
  );
  // An array is smaller than an object, and half the work for Postgres.
  const members = sql`json_agg(json_build_array(${values})${order ? sql` order by ${order}` : sql``})`;
  return { members, read: (rows: unknown[][]) => rows.map(toMember) };
}

const asIs = (sql`` as unknown as Decoding).decoder;

/** @returns what reads a field's value; undefined when the driver has done all */
function readOf(field: Column | SQL | SQL.Aliased): Read | undefined {
  if (is(field, Column)) return is(field, PgCustomColumn) ? (value) => field.mapFromDriverValue(value) : undefined;
  const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as Decoding;
  return decoder === asIs ? undefined : (value) => decoder.mapFromDriverValue(value);
}

/** A value of a row: where it is in the object, and whether its table is one that may have no row to join. */
type Cell = { path: string[]; read: Read | undefined; isJoined?: boolean };

function compile<Row>(cells: Cell[]): (row: unknown[]) => Row {
  const reads = cells.map(({ read }) => read);
  return new Function('reads', `return (row) => (${objectOf(cells.map((cell, index) => ({ ...cell, index })))});`)(
    reads,
  );
}

/** @returns JavaScript of the object that these cells make; as in drizzle, null for a row that was not there to join */
function objectOf(cells: (Cell & { index: number })[], depth = 0): string {
  const members = [...Map.groupBy(cells, ({ path }) => path[depth] ?? '')].map(([key, inside]) => {
    const [first] = inside;
    if (!first) return '';
    const value = `row[${first.index}]`;
    const read = first.read ? `${value} === null ? null : reads[${first.index}](${value})` : value;
    const nested = first.path.length > depth + 1;
    return `${JSON.stringify(key)}: ${nested ? objectOf(inside, depth + 1) : read}`;
  });
  const isMissing = depth > 0 && cells[0]?.isJoined ? `row[${cells[0].index}] === null ? null : ` : '';
  return `${isMissing}{ ${members.join(', ')} }`;
}
