import { randomUUIDv7 } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, check, customType, integer, text, uuid } from 'drizzle-orm/pg-core';
import { foldingPairs } from '#domain/folding.ts';
import type { IsoDay } from '#domain/iso-days.ts';

/** Column types and helpers that every table shares. */

const quoted = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`);
/** A text without accents and apostrophes, as the index of a search has it besides the text itself; `folded` does the same. */
export const foldedText = (text: SQL): SQL =>
  sql`translate(${text}, ${quoted(foldingPairs.from)}, ${quoted(foldingPairs.to)})`;

/** A moment; the driver hands timestamptz over as text such as '2026-11-20 18:33:11.123+00'. */
export const instant = customType<{ data: Temporal.Instant; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => Temporal.Instant.from(value),
  toDriver: (value) => value.toString(),
});

/**
 * A column of moments as the wire has them, for rows that only show it: to read a moment and write it takes many times as
 * long as to take over its text.
 */
export const shown = <Column extends AnyPgColumn>(column: Column) =>
  sql`${column}`.mapWith(wireText) as SQL<Column['_']['notNull'] extends true ? string : string | null>;

/** The same of an expression. */
export const shownMoment = (moment: SQL) => moment.mapWith(wireText) as SQL<string | null>;

/** Only a server whose zone is UTC writes a moment in a way that is quick to take over: plain, and in JSON. */
function wireText(text: string): string {
  if (text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;
  if (text.endsWith('+00:00') && text[10] === 'T') return `${text.slice(0, -6)}Z`;
  return Temporal.Instant.from(text).toString();
}

/** A day without time or zone. */
export const plainDate = customType<{ data: Temporal.PlainDate; driverData: string }>({
  dataType: () => 'date',
  fromDriver: (value) => Temporal.PlainDate.from(value),
  toDriver: (value) => value.toString(),
});

/** Days as text: what a domain of text days reads is not made into a date and back. */
export const isoDay = (column: unknown) => sql<IsoDay>`${column}`;
export const isoDayOrNull = (column: unknown) => sql<IsoDay | null>`${column}`;

/**
 * Counts the edits of a row: an edit names the version that it was made on, so that the second of two people who edit
 * the same thing is told instead of overwriting what the first one saved.
 */
export const version = () => integer().notNull().default(1);

/** A uuidv7 primary key made by the app, so that no table needs a sequence of its own. */
export const id = () => uuid().primaryKey().$defaultFn(randomUUIDv7);

/** What came with a row's id when it was made (`server/repeats.ts`); null of rows from before that was kept. */
export const requestDigest = () => text();

/** How far it is with a row that Stripe is asked for, try by try (`askedRows` in server/billing/asked-store.ts). */
export const asked = () => ({
  /** Why it failed or was refused, in Stripe's words; of one that is made later too. */
  failure: text(),
  /** How many keys it took: a refusal or a 500 is what a key answers for a day, though nothing was made. */
  attempt: integer().notNull().default(1),
  createdAt: instant().notNull(),
  /** When Stripe is asked next; null once the outcome is known. */
  dueAt: instant(),
  askedAt: instant(),
  settledAt: instant(),
});

/** A column that names a row of another table. */
export const refersTo = (column: () => AnyPgColumn) => uuid().notNull().references(column);

/** @returns values of ours as SQL spells them: `'a', 'b'` */
export const literals = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/**
 * Holds a text column to the members of an enumeration; its UNKNOWN member is never stored.
 * @param name the constraint's name
 */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${literals(values.filter((value) => !value.endsWith('_UNKNOWN')))})`);

/** Bytes as they are. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
