import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** The backups that were made whole and read back. Where they are kept nobody can know, so it is not written down. */
export const backups = pgTable('backups', {
  id: id(),
  at: instant().notNull(),
  /** Whether a start made it before it changed the schema; otherwise somebody, or the night, asked for it. */
  reason: text().$type<'asked' | 'upgrade'>().notNull(),
  /** Of the file. */
  bytes: bigint({ mode: 'number' }).notNull(),
  rows: bigint({ mode: 'number' }).notNull(),
  /** Null when photos were left out. */
  photos: integer(),
  isEncrypted: boolean().notNull(),
  seconds: integer().notNull(),
});
