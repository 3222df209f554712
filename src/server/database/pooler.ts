import type { Client } from 'pg';

/** The parameter of a connection URL that says what stands before Postgres; `DATABASE_POOLER` adds it. */
const parameter = 'pooler';

/**
 * @returns whether each transaction may be on another connection of Postgres, as with pgbouncer in its transaction mode. Such a
 * pooler refuses limits in the first words of a connection, and knows no statement that was prepared on another connection.
 */
export const isPooled = (url: string): boolean => URL.parse(url)?.searchParams.get(parameter) === 'transaction';

export function asPooled(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set(parameter, 'transaction');
  return changed.href;
}

/** Parts of a client that are not in its types, as of pg's lib/connection.js. */
type Wired = {
  connection: {
    parsedStatements: Record<string, string>;
    parse(query: { name?: string; text: string }, more?: boolean): void;
    bind(config: { statement?: string }, more?: boolean): void;
  };
};

/**
 * Lets a connection send every statement without its name, and with its text: whoever prepares one (our queries, the queue's
 * statements) need not know. A statement without a name lives until the next, which is within one transaction.
 */
export function leaveOutNames(client: Client): void {
  const { connection } = client as unknown as Wired;
  // No statement is ever known to have been parsed before.
  connection.parsedStatements = new Proxy({}, { get: () => undefined, set: () => true });
  const [parse, bind] = [connection.parse.bind(connection), connection.bind.bind(connection)];
  connection.parse = (query, more) => parse({ ...query, name: '' }, more);
  connection.bind = (config, more) => bind({ ...config, statement: '' }, more);
}
