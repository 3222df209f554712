import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, oneOf, plainDate, refersTo } from './columns.ts';
import { engagements } from './engagements.ts';
import { profiles } from './profiles.ts';
import { isAskedFor } from './states.ts';

/**
 * Where people believe an address to be, or the yard of a service, since it was changed and they were not told: the row is written
 * with the first change, and goes once they are told.
 */
export const untoldYards = pgTable(
  'untold_yards',
  {
    /** The address that was changed, or the service for which another one was chosen. */
    subjectId: uuid().notNull(),
    kind: text().$type<'changed' | 'chosen'>().notNull(),
    profileId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    before: text().notNull(),
    dueAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectId, table.profileId] }),
    index('untold_yards_due').on(table.dueAt),
    index('untold_yards_profile').on(table.profileId),
  ],
);

/** A day on which nobody works, or days off of one worker; asked for and not accepted, they count for nothing (`isDayOff`). */
export const holidays = pgTable(
  'holidays',
  {
    id: id(),
    day: plainDate().notNull(),
    name: text().notNull(),
    /** The worker who is off; null for a day on which nobody works. */
    workerProfileId: uuid().references(() => profiles.id),
    /** The last of the worker's days off; null for one day. */
    lastDay: plainDate(),
    /** The worker who makes the visits instead, on their days. */
    byProfileId: uuid().references(() => profiles.id),
    /** Where its visits go; null when they are left out, or another worker makes them. */
    movedTo: plainDate(),
    /** When the worker asked for them; null for those that staff set. */
    wantedAt: instant(),
    /** What the worker wrote to staff. */
    note: text(),
    /** When staff accepted them. */
    acceptedAt: instant(),
    /** Why staff declined them; null unless they did. */
    declinedReason: text(),
    createdAt: instant().notNull(),
    /** When it was taken back, so that people work on that day after all. */
    takenBackAt: instant(),
    /** When people are told of it, or that it was taken back; null once all have been. */
    dueAt: instant(),
    /** Since when people are told of it, and are to be told when it is taken back. */
    toldAt: instant(),
  },
  (table) => [
    uniqueIndex('holidays_standing')
      .on(table.day)
      .where(sql`${table.takenBackAt} is null and ${table.workerProfileId} is null`),
    index('holidays_of_worker').on(table.workerProfileId).where(sql`${table.workerProfileId} is not null`),
    index('holidays_covered_by').on(table.byProfileId).where(sql`${table.byProfileId} is not null`),
    index('holidays_asked_for').on(table.wantedAt).where(isAskedFor(table)),
    index('holidays_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    check(
      'holidays_wish',
      sql`(${table.wantedAt} is not null or (${table.note} is null and ${table.acceptedAt} is null and ${table.declinedReason} is null)) and (${table.acceptedAt} is null or ${table.declinedReason} is null)`,
    ),
  ],
);

/** Days on which a customer wants no visits of an engagement; both ends are among them. */
export const holds = pgTable(
  'holds',
  {
    id: id(),
    engagementId: refersTo(() => engagements.id),
    firstDay: plainDate().notNull(),
    /** The day before the first one when it was ended before it began. */
    lastDay: plainDate().notNull(),
    madeBy: text().$type<'customer' | 'employee'>().notNull(),
    createdAt: instant().notNull(),
    /** When the customer is reminded that visits go on; null once that is done. */
    dueAt: instant(),
    /** The days that the customer and the service's worker know; null while they know of none. */
    toldFirstDay: plainDate(),
    toldLastDay: plainDate(),
  },
  (table) => [
    index().on(table.engagementId, table.lastDay),
    index('holds_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    check('holds_days', sql`${table.firstDay} <= ${table.lastDay} + 1`),
    oneOf('holds_made_by', table.madeBy, ['customer', 'employee']),
  ],
);

/** The address under which a calendar program reads a customer's visits. Whoever has it may read them. */
export const calendarFeeds = pgTable('calendar_feeds', {
  customerProfileId: uuid()
    .primaryKey()
    .references(() => profiles.id),
  /** As it is in the address, since its owner sees it again. */
  token: text().notNull().unique(),
  renewedAt: instant().notNull(),
});
