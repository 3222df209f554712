import { type Connection, type Pool, type PoolClient, type Submittable, types } from 'pg';

/** Reads a value from Postgres's text. */
type Read = (text: string) => unknown;
/** A row as it comes: each value as text, or null. */
type Row = (string | null)[];

/**
 * What the driver wants of a query of ours, as of
 * https://github.com/brianc/node-postgres/blob/master/packages/pg-cursor/index.js
 */
type Running = Submittable & {
  name: string;
  text: string;
  values: unknown[];
  callback?: (error: Error | null, rows?: Row[]) => void;
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
 * @returns a function that takes the parameters and answers the rows
 */
export function preparedStatement<Made>(
  name: string,
  text: string,
  compile: (reads: (Read | undefined)[]) => (row: Row) => Made,
) {
  let reads: (Read | undefined)[] | undefined;
  let toRow: ((row: Row) => Made) | undefined;
  const running = (values: unknown[]): Running => {
    const rows: Row[] = [];
    return {
      name,
      text,
      values,
      submit(connection) {
        const { stream, parsedStatements } = connection as Connection & Parsing;
        stream.cork();
        if (parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true);
        connection.bind({ statement: name, values: values.map(parameterOf) }, true);
        if (!reads) connection.describe({ type: 'P' }, true);
        connection.execute(null, true);
        connection.sync();
        stream.uncork();
      },
      handleRowDescription({ fields }) {
        reads = fields.map(({ dataTypeID }) => readOf(dataTypeID));
      },
      handleDataRow: ({ fields }) => void rows.push(fields),
      handleCommandComplete: () => undefined,
      handleReadyForQuery() {
        this.callback?.(null, rows);
      },
      handleError(error) {
        this.callback?.(error);
      },
    };
  };
  return async (client: Pool | PoolClient, values: unknown[]): Promise<Made[]> => {
    const rows = await new Promise<Row[]>((resolve, reject) => {
      const answer: Running['callback'] = (error, found = []) => (error ? reject(error) : resolve(found));
      // Of a client it does not promise anything, unlike of a pool.
      (client.query as (query: Running, values: undefined, callback: Running['callback']) => unknown).call(
        client,
        running(values),
        undefined,
        answer,
      );
    });
    if (rows.length === 0) return [];
    toRow ??= compile(reads ?? []);
    return rows.map(toRow);
  };
}

function parameterOf(value: unknown): string | null {
  if (value === null) return null;
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`)}}`;
}
