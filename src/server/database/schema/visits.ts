import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, real, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { type WorkStatus, workStatuses } from '#domain/enums.ts';
import type { Visit } from '#domain/reconcile.ts';
import { id, instant, literals, oneOf, plainDate } from './columns.ts';
import { engagements } from './engagements.ts';
import { profiles } from './profiles.ts';
import { isAgreed, isOpenWish, isShort } from './states.ts';

/** The row of every visit, and the versions of the plans that want them: docs/decisions/027-visits-are-rows.md. */

const ofEngagement = () =>
  uuid()
    .notNull()
    .references(() => engagements.id, { onDelete: 'cascade' });

/** Why a version of a plan counts no more, other than that a later one does. */
const planEnds = ['released', 'declined', 'closed', 'ended'] as const;
/** How a version was made, which its letter says. Of a claim its customer is written at once. */
const planMakings = ['claim', 'assignment', 'weekdays', 'weeks', 'rhythm', 'rhythm-back'] as const;

/** Who visits a service on which weekdays, version by version, as `PlanVersion` of the domain. A later one has a greater id. */
export const plans = pgTable(
  'plans',
  {
    id: id(),
    engagementId: ofEngagement(),
    /** Of a wish the worker who was asked for it; null until one is. */
    workerProfileId: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
    firstDay: plainDate().notNull(),
    weekDays: text().array().$type<WeekDay[]>().notNull(),
    /** How many visits its customer wants in a week of visits. */
    frequency: integer().notNull(),
    interval: integer().notNull(),
    /** With an interval of 2: 1 when its first visit is in the week after that of `startDay`. */
    weekOffset: integer().notNull(),
    /** The first day of its schedule, before which it does not count. */
    startDay: plainDate().notNull(),
    /** The business's part that was agreed with its worker. */
    feePercent: integer(),
    /** The profile that asked for it, when, and when a worker accepted it. Until then it is a wish, on no weekdays, and counts for nothing. */
    wantedBy: text().$type<'customer' | 'employee'>(),
    wantedAt: instant(),
    acceptedAt: instant(),
    /** How it was made, and by whose profile; null for the program. Its worker knows one that they have made. */
    madeHow: text().$type<(typeof planMakings)[number]>(),
    madeBy: uuid(),
    /** Since when its customer and its worker know it. */
    toldAt: instant(),
    /** From this day on it counts no more. */
    endedOn: plainDate(),
    endedHow: text().$type<(typeof planEnds)[number]>(),
    madeAt: instant().notNull(),
  },
  (table) => [
    index('plans_of_engagement').on(table.engagementId, table.id),
    // The desk shows them.
    index('plans_short').on(table.madeAt, table.engagementId).where(isShort(table)),
    index('plans_of_worker').on(table.workerProfileId),
    check('plans_week_days', sql`${table.weekDays} <@ array[${literals(weekDaysInOrder)}]`),
    check('plans_interval', sql`${table.interval} in (1, 2)`),
    check('plans_week_offset', sql`${table.weekOffset} between 0 and ${table.interval} - 1`),
    check('plans_ended', sql`(${table.endedOn} is null) = (${table.endedHow} is null)`),
    oneOf('plans_ended_how', table.endedHow, planEnds),
    oneOf('plans_made_how', table.madeHow, planMakings),
    oneOf('plans_wanted_by', table.wantedBy, ['customer', 'employee']),
    check('plans_wanted', sql`(${table.wantedBy} is null) = (${table.wantedAt} is null)`),
    check('plans_accepted', sql`${table.acceptedAt} is null or ${table.wantedAt} is not null`),
    check('plans_told', sql`${table.toldAt} is null or ${isAgreed(table)}`),
    uniqueIndex('plans_open_wish').on(table.engagementId).where(isOpenWish(table)),
    // The desk shows those that have waited long.
    index('plans_open_wishes').on(table.wantedAt, table.engagementId).where(isOpenWish(table)),
  ],
);

type State = Visit['state'];
type OffBy = NonNullable<Visit['offBy']>;
const states = ['planned', 'begun', 'done', 'could-not', 'off', 'missed'] as const satisfies State[];
const people = ['customer', 'worker', 'employee'] as const satisfies OffBy[];
const reasonsOff = [...people, 'hold', 'pause', 'holiday', 'plan'] as const satisfies OffBy[];

/** One visit, planned or made: `Visit` of the domain says what each column is. Those of the next 13 weeks are there. */
export const visits = pgTable(
  'visits',
  {
    id: id(),
    engagementId: ofEngagement(),
    madeFor: plainDate().notNull(),
    nth: integer().notNull(),
    // What people chose.
    setDay: plainDate(),
    setWorkerProfileId: uuid(),
    setAt: instant(),
    /** Why staff chose it, as its customer reads it. */
    setReason: text(),
    // What follows from that, from plans, days off and holds.
    home: plainDate().notNull(),
    day: plainDate().notNull(),
    workerProfileId: uuid(),
    // What happened.
    state: text().$type<State>().notNull(),
    offBy: text().$type<OffBy>(),
    /** How far its worker has come; null until it is begun. */
    step: text().$type<WorkStatus>(),
    /** When it was begun; this and the times of the steps are those at which the worker tapped. */
    begunAt: instant(),
    /** When the last step reached the server, from which on it may be undone for a minute; null after an undo. */
    arrivedAt: instant(),
    travelStartedAt: instant(),
    travelCompletedAt: instant(),
    workStartedAt: instant(),
    workCompletedAt: instant(),
    /** The employee who finished it for its worker, if one did. */
    finishedBy: uuid().references(() => profiles.id),
    /** How far its worker drove to it. */
    miles: real(),
    /** The business's part that was agreed with its worker when it was begun. */
    feePercent: integer(),
    /** Of one that people took off or gave up: why, when that was written down, and what it is called outside. */
    reason: text(),
    offAt: instant(),
    offId: uuid(),
    /** Whose it was, of one that its worker took off or had begun. */
    offWorkerProfileId: uuid(),
    /**
     * On which day it was missed last and whose it was then, also of one that is made up for by now; when that was written down, and
     * what it is called outside.
     */
    missedOn: plainDate(),
    missedAt: instant(),
    missedId: uuid(),
    missedWorkerProfileId: uuid(),
    /** Of a missed one, when the customer is to be told; null once that is done. */
    dueAt: instant(),
    /** Of a missed one, when a member of staff had done with it, and who. */
    seenAt: instant(),
    seenBy: uuid().references(() => profiles.id),
    /**
     * Of which day and worker its customer was told the day before, so that it is told once; by which reminder, perhaps with others, or
     * null when it was another letter, such as that of a move.
     */
    remindedDay: plainDate(),
    remindedWorkerProfileId: uuid(),
    reminderId: uuid(),
    /** When its day, worker or state changed last, and who did it; null for the program. */
    changedAt: instant().notNull(),
    changedBy: uuid(),
  },
  (table) => [
    unique('visits_made_for_key').on(table.engagementId, table.madeFor, table.nth),
    uniqueIndex('visits_one_a_day')
      .on(table.engagementId, table.day)
      .where(sql`${table.state} in (${literals(['planned', 'begun', 'done', 'could-not'] satisfies State[])})`),
    index('visits_of_engagement').on(table.engagementId, table.day),
    index('visits_of_worker').on(table.workerProfileId, table.day),
    index('visits_of_day').on(table.day, table.workerProfileId),
    index('visits_in_order').on(table.day, table.engagementId),
    // Few among many: what a day off moves elsewhere, what staff chose, and what was not made.
    index('visits_of_home').on(table.home).where(sql`${table.home} <> ${table.day}`),
    index('visits_set_days').on(table.setDay).where(sql`${table.setDay} is not null`),
    index('visits_set_workers').on(table.setWorkerProfileId).where(sql`${table.setWorkerProfileId} is not null`),
    index('visits_not_made')
      .on(table.day, table.engagementId)
      .where(sql`${table.state} in ('could-not', 'missed') or ${table.offBy} in (${literals(people)})`),
    uniqueIndex('visits_off_id').on(table.offId).where(sql`${table.offId} is not null`),
    uniqueIndex('visits_missed_id').on(table.missedId).where(sql`${table.missedId} is not null`),
    index('visits_missed_on').on(table.missedOn, table.missedId).where(sql`${table.missedOn} is not null`),
    index('visits_to_tell').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('visits_unfinished').on(table.day, table.id).where(sql`${table.state} = 'begun'`),
    index('visits_of_reminder').on(table.reminderId).where(sql`${table.reminderId} is not null`),
    oneOf('visits_state', table.state, states),
    oneOf('visits_off_by', table.offBy, reasonsOff),
    oneOf('visits_step', table.step, workStatuses),
    check('visits_begun', sql`(${table.step} is null) = (${table.begunAt} is null)`),
    check('visits_due', sql`${table.dueAt} is null or ${table.missedOn} is not null`),
    check('visits_seen', sql`(${table.seenAt} is null and ${table.seenBy} is null) or ${table.missedOn} is not null`),
    check('visits_off', sql`(${table.state} in ('off', 'could-not')) = (${table.offBy} is not null)`),
    check('visits_off_by_people', sql`${table.offBy} not in (${literals(people)}) or ${table.offId} is not null`),
    check('visits_off_at', sql`(${table.offId} is null) = (${table.offAt} is null)`),
    check('visits_missed', sql`${table.missedOn} is not null or ${table.state} <> 'missed'`),
    check('visits_missed_day', sql`num_nonnulls(${table.missedOn}, ${table.missedAt}, ${table.missedId}) in (0, 3)`),
    check('visits_not_begun', sql`${table.step} is null or ${table.state} not in ('planned', 'off')`),
    check('visits_in_steps', sql`${table.step} is not null or ${table.state} not in ('begun', 'done', 'could-not')`),
    check('visits_set', sql`(${table.setDay} is null) = (${table.setAt} is null)`),
    check('visits_set_worker', sql`${table.setWorkerProfileId} is null or ${table.setDay} is not null`),
  ],
);

/**
 * A reader's belief about a day of a service on which something has changed: whose visit there is, or that there is none. Readers are
 * the customer and workers. They know the truth about every other day. A worker has beliefs about their own visits only.
 */
export const visitTold = pgTable(
  'visit_told',
  {
    engagementId: ofEngagement(),
    readerProfileId: uuid().notNull(),
    day: plainDate().notNull(),
    /** The worker who comes on the day; null when none does. */
    workerProfileId: uuid(),
    /** Which visit they take it for, as long as its row is there. */
    visitId: uuid().references(() => visits.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.engagementId, table.readerProfileId, table.day] }),
    index('visit_told_of_visit').on(table.visitId).where(sql`${table.visitId} is not null`),
    check('visit_told_visit', sql`${table.visitId} is null or ${table.workerProfileId} is not null`),
  ],
);

/**
 * Where each visit was, whose, and how it stood, from `at` on: a tap without signal is judged by it. A trigger writes one row for
 * each transaction that changed any of that, and none is ever changed (migration `visits`).
 */
export const visitHistory = pgTable(
  'visit_history',
  {
    visitId: uuid().notNull(),
    /** How many rows of the visit there were before. */
    nth: integer().notNull(),
    engagementId: uuid().notNull(),
    day: plainDate().notNull(),
    workerProfileId: uuid(),
    state: text().$type<State>().notNull(),
    offBy: text().$type<OffBy>(),
    at: instant().notNull(),
    by: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.visitId, table.nth] }),
    index('visit_history_of_engagement').on(table.engagementId, table.day),
  ],
);
