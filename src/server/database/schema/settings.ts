import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Settings } from '#domain/settings.ts';
import { bytes, id, instant, plainDate } from './columns.ts';

/**
 * Changes of settings. What counts at a moment is what the business began with, the first row, and all changes from
 * before it, one over the other; a change that counts already is never changed nor deleted.
 */
export const settings = pgTable(
  'settings',
  {
    id: id(),
    /** From when it counts. */
    from: instant().notNull(),
    /** The day with whose midnight it begins, by the time zone of then; null for what counted at once. */
    fromDay: plainDate(),
    /** What differs from what would have counted then. */
    values: jsonb().$type<Partial<Settings>>().notNull(),
    savedAt: instant().notNull(),
    /** The user; null for what the business began with, which counts from the beginning of time. */
    savedBy: uuid(),
    /** When it was taken back, before it counted. */
    takenBackAt: instant(),
  },
  (table) => [
    check('settings_count_later', sql`${table.from} > ${table.savedAt} or ${table.savedBy} is null`),
    uniqueIndex('settings_began').on(sql`(${table.savedBy} is null)`).where(sql`${table.savedBy} is null`),
    check('settings_taken_back_before', sql`${table.takenBackAt} < ${table.from}`),
  ],
);

/** Pictures that a setting names, or has named, as the logo. */
export const logos = pgTable('logos', {
  /** SHA-256 of the picture, in hex. */
  hash: text().primaryKey(),
  /** A PNG. */
  picture: bytes().notNull(),
  keptAt: instant().notNull(),
  /** The user. */
  keptBy: uuid().notNull(),
});
