import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import type { MailboxTrouble } from '#domain/system.ts';
import { instant } from './columns.ts';

/**
 * When a process has swept last, whichever it was: one row, so that those that do not sweep see whether anybody does. By
 * the database's clock, as its age is; the business's can be moved.
 */
export const lastSweep = pgTable(
  'last_sweep',
  {
    isOnly: boolean().primaryKey().default(true),
    endedAt: instant().notNull(),
    /** Of the mailbox to which emails come back, by the business's clock: whose turn it was, when it was read, since when it cannot be. */
    bouncesTriedAt: instant(),
    bouncesReadAt: instant(),
    bouncesFailedAt: instant(),
    bouncesTrouble: text().$type<MailboxTrouble>(),
  },
  (table) => [check('last_sweep_one', sql`${table.isOnly}`)],
);
