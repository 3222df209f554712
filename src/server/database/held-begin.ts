import type { PoolClient } from 'pg';
import { isRunning } from './prepared-statement.ts';

type Query = (...args: unknown[]) => unknown;

const textOf = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'text' in query ? query.text : query;

/** What `begin` answers, and the end of what was never begun. */
const nothing = { rows: [], rowCount: null, fields: [], command: '', oid: 0 };

/**
 * Holds back what begins a transaction until something is asked in it, and sends both together where that is a hot statement: a
 * transaction takes one way to Postgres and back less.
 * @param client on which nothing is begun
 * @returns what puts it back as it was
 */
export function holdBegin(client: PoolClient): () => void {
  let isHeld = false;
  const release = () => void Reflect.deleteProperty(client, 'query');
  const ask: Query = (...args) => (client.query as Query).apply(client, args);
  const held: Query = (first, ...rest) => {
    const text = textOf(first);
    if (!isHeld && text === 'begin') {
      isHeld = true;
      return Promise.resolve(nothing);
    }
    release();
    if (!isHeld) return ask(first, ...rest);
    if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing);
    if (isRunning(first)) {
      first.parts.unshift({ text: 'begin', values: [] });
      return ask(first, ...rest);
    }
    return (ask('begin') as Promise<unknown>).then(() => ask(first, ...rest));
  };
  client.query = held as PoolClient['query'];
  return release;
}
