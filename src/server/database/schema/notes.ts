import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, plainDate, refersTo, requestDigest, version } from './columns.ts';
import { engagements } from './engagements.ts';
import { profiles } from './profiles.ts';
import { isUnreadNote } from './states.ts';

/** What staff write down of a customer or worker, for staff alone, and what workers write of a customer at a visit. */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    profileId: refersTo(() => profiles.id),
    text: text().notNull(),
    /** The employee or worker who wrote it. */
    byProfileId: uuid()
      .notNull()
      .references(() => profiles.id),
    createdAt: instant().notNull(),
    /** When it was changed last. */
    editedAt: instant(),
    version: version(),
    /** The visit at which a worker wrote it; null for a note of staff. */
    engagementId: uuid().references(() => engagements.id),
    visitDay: plainDate(),
    /** Whether the customer reads it too; what a worker writes is for the office otherwise. */
    isToCustomer: boolean().notNull().default(false),
    /** When somebody of staff had read what is for the office, and who. */
    readAt: instant(),
    readBy: uuid().references(() => profiles.id),
    requestDigest: requestDigest(),
  },
  (table) => [
    index('notes_of_profile').on(table.profileId, table.createdAt, table.id),
    index('notes_of_visits').on(table.engagementId, table.visitDay).where(sql`${table.engagementId} is not null`),
    index('notes_unread').on(table.createdAt, table.id).where(isUnreadNote(table)),
    check('notes_visit', sql`(${table.engagementId} is null) = (${table.visitDay} is null)`),
    check('notes_to_customer', sql`not ${table.isToCustomer} or ${table.engagementId} is not null`),
  ],
);
