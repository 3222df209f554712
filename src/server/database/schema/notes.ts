import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, refersTo, version } from './columns.ts';
import { profiles } from './profiles.ts';

/** What staff write down of a customer or worker, for staff alone. */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    profileId: refersTo(() => profiles.id),
    text: text().notNull(),
    /** The employee who wrote it. */
    byProfileId: uuid()
      .notNull()
      .references(() => profiles.id),
    createdAt: instant().notNull(),
    /** When it was changed last. */
    editedAt: instant(),
    version: version(),
  },
  (table) => [index('notes_of_profile').on(table.profileId, table.createdAt, table.id)],
);
