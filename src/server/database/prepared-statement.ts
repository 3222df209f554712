import { DrizzleQueryError } from 'drizzle-orm';
import { type Connection, type Pool, type PoolClient, type Submittable, types } from 'pg';

/** Reads a value from Postgres's text. */
type Read = (text: string) => unknown;
/** A row as it comes: each value as text, or null. */
export type Row = (string | null)[];

/** A statement of those that are sent together. */
export type Part = {
  /** None of one that is parsed each time. */
  name?: string;
  text: string;
  values: unknown[];
  /** Told once what the columns are. */
  describe?: { isDone(): boolean; take(fields: { dataTypeID: number }[]): void };
};

/**
 * What the driver wants of a query of ours, as of
 * https://github.com/brianc/node-postgres/blob/master/packages/pg-cursor/index.js
 */
export type Running = Submittable & {
  readonly name: string | undefined;
  readonly text: string;
  readonly parts: Part[];
  callback?: (error: Error | null, rows?: Row[][]) => void;
  handleRowDescription(message: { fields: { dataTypeID: number }[] }): void;
  handleDataRow(message: { fields: Row }): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
};
/** Of the driver's connection, what is not in its types: the statements that Postgres has parsed on it. */
type Parsing = { parsedStatements: Record<string, string | undefined> };

const dates: number[] = [types.builtins.DATE, types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ];
const readText = types.getTypeParser(types.builtins.TEXT);

/** @returns how the driver reads a type; undefined for what stays text, as days and moments do */
function readOf(type: number): Read | undefined {
  const read = dates.includes(type) ? readText : types.getTypeParser(type);
  return read === readText ? undefined : read;
}

/**
 * A statement that Postgres parses once on each connection, and describes once: the driver's own query has its columns
 * described at each call, which with sixty columns takes longer than to read a row.
 * @param name of the statement at Postgres, which no other has
 * @param compile makes the function that makes a row, from how the driver reads each column
 * @returns what is sent, and what is made of the rows that come
 */
export function preparedStatement<Made>(
  name: string,
  text: string,
  compile: (reads: (Read | undefined)[]) => (row: Row) => Made,
) {
  let reads: (Read | undefined)[] | undefined;
  let toRow: ((row: Row) => Made) | undefined;
  const describe: Part['describe'] = {
    isDone: () => reads !== undefined,
    take: (fields) => {
      reads = fields.map(({ dataTypeID }) => readOf(dataTypeID));
    },
  };
  return {
    part: (values: unknown[]): Part => ({ name, text, values, describe }),
    read(rows: Row[]): Made[] {
      if (rows.length === 0) return [];
      toRow ??= compile(reads ?? []);
      return rows.map(toRow);
    },
  };
}

/** @returns a query of several statements. Postgres does one after the other, and none after one that fails. */
function runningOf(parts: Part[]): Running {
  const asked = parts.length;
  const rows: Row[][] = [];
  /** The answers come in the order of the statements. */
  let current: Part | undefined;
  const begin = () => {
    current = parts[rows.length];
    rows.push([]);
  };
  return {
    parts,
    // The driver takes it to know what Postgres has parsed. Before, it is what is asked for in the end.
    get name() {
      return (current ?? parts.at(-1))?.name;
    },
    get text() {
      return (current ?? parts.at(-1))?.text ?? '';
    },
    submit(connection) {
      const { stream, parsedStatements } = connection as Connection & Parsing;
      begin();
      stream.cork();
      for (const { name = '', text, values, describe } of parts) {
        if (parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true);
        connection.bind({ statement: name, values: values.map(parameterOf) }, true);
        if (describe && !describe.isDone()) connection.describe({ type: 'P' }, true);
        connection.execute(null, true);
      }
      connection.sync();
      stream.uncork();
    },
    handleRowDescription: ({ fields }) => current?.describe?.take(fields),
    handleDataRow: ({ fields }) => void rows.at(-1)?.push(fields),
    handleCommandComplete: () => {
      if (rows.length < parts.length) begin();
    },
    handleReadyForQuery() {
      // Others may have been put before.
      this.callback?.(null, rows.slice(-asked));
    },
    handleError(error) {
      const failed = current ?? parts.at(-1);
      this.callback?.(new DrizzleQueryError(failed?.text ?? '', failed?.values ?? [], error));
    },
  };
}

/**
 * Sends statements together, so that they take the way there and back once.
 * @returns the rows of each
 * @throws DrizzleQueryError of the one that failed
 */
export async function runParts(client: Pool | PoolClient, parts: Part[]): Promise<Row[][]> {
  return await new Promise((resolve, reject) => {
    const answer: Running['callback'] = (error, found = []) =>
      error ? reject(asFailed(error, parts)) : resolve(found);
    // Of a client it does not promise anything, unlike of a pool.
    (client.query as (query: Running, values: undefined, callback: Running['callback']) => unknown).call(
      client,
      runningOf(parts),
      undefined,
      answer,
    );
  });
}

/** What fails before it is sent, such as for want of a connection, comes as it is. */
function asFailed(error: Error, parts: Part[]): DrizzleQueryError {
  if (error instanceof DrizzleQueryError) return error;
  const asked = parts.at(-1);
  return new DrizzleQueryError(asked?.text ?? '', asked?.values ?? [], error);
}

/** @returns whether a query is one of ours, before which others can be put */
export const isRunning = (query: unknown): query is Running =>
  typeof query === 'object' && query !== null && 'parts' in query && 'submit' in query;

function parameterOf(value: unknown): string | null {
  if (value === null) return null;
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`)}}`;
}
