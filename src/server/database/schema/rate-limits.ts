import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** How often a limited endpoint was called from an address, until its count starts again. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** The endpoint's name and the address. */
    key: text().primaryKey(),
    calls: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (table) => [index().on(table.resetsAt)],
);
