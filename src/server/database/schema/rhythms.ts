import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { WeekDay } from '#domain/calendar.ts';
import { instant, oneOf, plainDate, refersTo } from './columns.ts';
import { engagements } from './engagements.ts';
import { profiles } from './profiles.ts';

/** Another rhythm that is wanted of a service with a worker, until that one accepts it; with one that was released it waits for its first day. */
export const rhythmRequests = pgTable(
  'rhythm_requests',
  {
    engagementId: refersTo(() => engagements.id).primaryKey(),
    frequency: integer().notNull(),
    interval: integer().notNull(),
    startDay: plainDate().notNull(),
    askedBy: text().$type<'customer' | 'employee'>().notNull(),
    askedAt: instant().notNull(),
    /** Who was asked: a worker who takes the service over is asked too. */
    toldWorkerProfileId: uuid().references(() => profiles.id),
  },
  (table) => [
    check('rhythm_requests_frequency', sql`${table.frequency} between 1 and 7`),
    check('rhythm_requests_interval', sql`${table.interval} between 1 and 2`),
    oneOf('rhythm_requests_asked_by', table.askedBy, ['customer', 'employee']),
    // The desk shows those that have waited long.
    index('rhythm_requests_asked').on(table.askedAt, table.engagementId),
  ],
);

/**
 * The rhythm that a service had before its worker accepted the one that begins on a later day: who gives it back before that day
 * leaves it as it was, and the other rhythm is wanted of it again. After that day, or with another rhythm since, it says nothing.
 */
export const rhythmsBefore = pgTable(
  'rhythms_before',
  {
    engagementId: uuid()
      .primaryKey()
      .references(() => engagements.id, { onDelete: 'cascade' }),
    /** The first day of the rhythm that was accepted. */
    until: plainDate().notNull(),
    frequency: integer().notNull(),
    interval: integer().notNull(),
    startDay: plainDate().notNull(),
    weekOffset: integer().notNull(),
    /** On which weekdays, for its customer who takes the accepted one back; null in rows that were written before these were kept. */
    weekDays: text().array().$type<WeekDay[]>(),
    /** Who has accepted the other one. */
    acceptedBy: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** Who had asked for it. */
    askedBy: text().$type<'customer' | 'employee'>().notNull(),
  },
  (table) => [
    check('rhythms_before_rhythm', sql`${table.frequency} between 1 and 31 and ${table.interval} between 1 and 2`),
    oneOf('rhythms_before_asked_by', table.askedBy, ['customer', 'employee']),
  ],
);
