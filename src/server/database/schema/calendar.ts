import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { WeekDay } from '#domain/calendar.ts';
import { id, instant, oneOf, plainDate, refersTo } from './columns.ts';
import { engagements } from './engagements.ts';
import { profiles } from './profiles.ts';

/** What differs from the plan: docs/decisions/027-exceptions-to-the-plan.md. */

/**
 * One visit that is on another day than the plan has it, or another worker's. The row changes when it is moved again, and goes
 * when it is put back.
 */
export const moves = pgTable(
  'moves',
  {
    id: id(),
    engagementId: refersTo(() => engagements.id),
    /** The day on which the plan had the visit. */
    originalDay: plainDate().notNull(),
    /** Null for a visit that the plan has too early: on no day. */
    day: plainDate(),
    /** Whether nobody has moved it: it is where the plan had it until its weekdays changed. */
    isKept: boolean().notNull().default(false),
    /** Where it was before somebody moved it, if the plan has it elsewhere since. */
    movedFrom: plainDate(),
    /** The original day that it had first, if other weekdays have given it another one: it is that one's again once the plan has it. */
    leftDay: plainDate(),
    /** Who makes it; null for the engagement's worker, whoever that is then. */
    workerProfileId: uuid().references(() => profiles.id),
    /** What the customer reads of why. */
    reason: text(),
    /** When it was moved, the last time. */
    movedAt: instant().notNull(),
    /** The day off that moved it, as long as nobody has moved it since. */
    holidayId: uuid(),
  },
  (table) => [
    unique('moves_original_day_key').on(table.engagementId, table.originalDay),
    unique('moves_day_key').on(table.engagementId, table.day),
    index().on(table.day),
    index().on(table.holidayId),
    index('moves_of_worker').on(table.workerProfileId, table.day).where(sql`${table.workerProfileId} is not null`),
  ],
);

/** Where a visit was until it was moved again, for the taps that were made then and come later. */
export const pastMoves = pgTable(
  'past_moves',
  {
    engagementId: refersTo(() => engagements.id),
    originalDay: plainDate().notNull(),
    day: plainDate(),
    /** Who was to make it; null for the engagement's worker of then. */
    workerProfileId: uuid().references(() => profiles.id),
    /** The day off that had moved it there. */
    holidayId: uuid(),
    since: instant().notNull(),
    until: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.engagementId, table.originalDay, table.until] })],
);

/** A plan with what differs from it, as `VisitPlan` of the domain; its days are written as 2027-03-10. */
export type WrittenPlan = {
  /** Not in rows that were written before there was such a day. */
  since?: string;
  workerProfileId: string | null;
  weekDays: WeekDay[];
  startDay: string;
  interval: number;
  weekOffset: number;
  moves: {
    originalDay: string;
    day: string | null;
    workerProfileId: string | null;
    reason: string | null;
    holidayId: string | null;
    isKept: boolean;
    movedFrom: string | null;
    /** Not in rows that were written before there was such a day. */
    leftDay?: string | null;
  }[];
  holds: { firstDay: string; lastDay: string }[];
  /** The days away of which people were told since, while the service rests or nobody has it. */
  away?: { firstDay: string; lastDay: string }[];
  holidays: { id: string; day: string; name: string; isToldWhileActive?: boolean }[];
  /** Not in rows that were written before there was such a list. */
  skips?: { id: string; day: string; by: string | null }[];
  deeds?: { day: string; who: string; isOff: boolean }[];
  owns?: Record<string, boolean>;
  chosen?: { by: string; before: WeekDay[] };
};

/** An assignment, a rhythm that its worker has accepted, or that visits are in the other weeks. */
export type PlanLetter = 'assignment' | 'rhythm' | 'rhythm-back' | 'weeks';

/**
 * What people know of a service's visits, since something of them was changed that they were not told: the row is written
 * before the first change, and goes once they are told. Without a row they know what is so.
 */
export const untoldChanges = pgTable(
  'untold_changes',
  {
    engagementId: refersTo(() => engagements.id).primaryKey(),
    told: jsonb().$type<WrittenPlan>().notNull(),
    /** The first day of the other plan, if that was changed. */
    planFrom: plainDate(),
    /** The worker who has changed it, and knows. */
    planBy: uuid().references(() => profiles.id),
    /** Which letter tells of the other plan. */
    planLetter: text().$type<PlanLetter>(),
    /** Whether those who make visits for the service's worker were told that it rests. */
    isRestTold: boolean().notNull().default(false),
    changedAt: instant().notNull(),
    /** When people are told; null while the service rests and all are told that. */
    dueAt: instant(),
  },
  (table) => [index('untold_changes_due').on(table.dueAt).where(sql`${table.dueAt} is not null`)],
);

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

/** A day on which nobody works. */
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
    /** Who makes the worker's visits instead, on their days. */
    byProfileId: uuid().references(() => profiles.id),
    /** Where its visits go; null when they are left out, or another worker makes them. */
    movedTo: plainDate(),
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
    index('holidays_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
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
