import type { Client } from 'pg';

/** The names of statements by their texts. */
const names = new Map<string, string>();

/**
 * Lets Postgres parse and plan every statement once on each connection, whoever asks: on few rows that takes longer than to run
 * it.
 * @returns the driver's query that names each
 */
export const namingEach = (query: Client['query']): Client['query'] =>
  new Proxy(query, {
    apply: (ask, client, [statement, ...rest]) => Reflect.apply(ask, client, [named(statement), ...rest]),
  });

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
  if (known !== undefined || text.includes(';') || !isPlanned(text)) return known;
  const name = `named ${names.size}`;
  names.set(text, name);
  return name;
}

/** @returns whether it asks for rows or changes them; `begin` and the like have no plan */
export const isPlanned = (text: string): boolean => /^\s*\(*\s*(select|insert|update|delete|with)\b/i.test(text);
