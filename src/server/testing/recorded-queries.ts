import { Client } from 'pg';

/** A statement as the app sent it. */
export type Query = {
  text: string;
  values: unknown[];
  /** Whether it is sent under a name, so that Postgres parses it once for each connection. */
  prepared: boolean;
};

const connectionOf = new WeakMap<Query, Client>();

/** @returns those of the first transaction among some: on other connections the server's own work goes on meanwhile */
export function ofTransaction(queries: readonly Query[]): Query[] {
  const begin = queries.find(({ text }) => text.startsWith('begin'));
  return queries.filter((query) => begin && connectionOf.get(query) === connectionOf.get(begin));
}

/**
 * Records what the app in this process asks its database while something is done.
 * @returns the queries in their order
 */
export async function recordQueries(act: () => Promise<unknown>): Promise<Query[]> {
  const queries: Query[] = [];
  const { query } = Client.prototype;
  Client.prototype.query = new Proxy(query, {
    apply(target, client: Client & { connectionParameters: { application_name: string } }, args) {
      // The sandbox and the job queue have connections of their own.
      if (client.connectionParameters.application_name === 'yardpack') {
        const [statement, values] = args;
        const text = statement.text ?? statement;
        const one = { text, values: values ?? statement.values ?? [], prepared: statement.name !== undefined };
        connectionOf.set(one, client);
        queries.push(one);
      }
      return Reflect.apply(target, client, args);
    },
  });
  try {
    await act();
  } finally {
    Client.prototype.query = query;
  }
  return queries;
}
