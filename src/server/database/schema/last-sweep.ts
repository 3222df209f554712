import { sql } from 'drizzle-orm';
import { boolean, check, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * When a process has swept last, whichever it was: one row, so that those that do not sweep see whether anybody does. By
 * the database's clock, as its age is; the business's can be moved.
 */
export const lastSweep = pgTable(
  'last_sweep',
  { isOnly: boolean().primaryKey().default(true), endedAt: instant().notNull() },
  (table) => [check('last_sweep_one', sql`${table.isOnly}`)],
);
