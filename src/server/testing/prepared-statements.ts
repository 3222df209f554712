import { Client } from 'pg';
import { isExplainable } from './sequential-scans.ts';

/** The names of statements by their texts. */
const names = new Map<string, string>();

/**
 * From now on Postgres parses and plans every statement of this process once on each connection, whoever asks: on a
 * test's few rows that takes longer than to run it.
 */
export function prepareAllStatements(): void {
  Client.prototype.query = new Proxy(Client.prototype.query, {
    apply: (query, client, [statement, ...rest]) => Reflect.apply(query, client, [named(statement), ...rest]),
  });
}

function named(statement: unknown): unknown {
  if (typeof statement === 'string')
    return nameOf(statement) ? { text: statement, name: nameOf(statement) } : statement;
  if (typeof statement !== 'object' || statement === null) return statement;
  const { text, name, submit } = statement as { text?: unknown; name?: string; submit?: unknown };
  if (typeof text !== 'string' || name !== undefined || submit !== undefined) return statement;
  return nameOf(text) ? { ...statement, name: nameOf(text) } : statement;
}

/** @returns undefined when it cannot be prepared, as several statements in one text cannot */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.includes(';') || !isExplainable({ text })) return known;
  const name = `test ${names.size}`;
  names.set(text, name);
  return name;
}
