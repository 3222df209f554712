import { sql } from 'drizzle-orm';
import { bigint, check, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { type CancelReason, cancelReasons } from '#domain/cancel-reasons.ts';
import { type RecurringKind, recurringKinds, type VisitDimension, visitDimensions } from '#domain/reports.ts';
import { oneOf, plainDate, refersTo } from './columns.ts';
import { engagements } from './engagements.ts';

/** What reports are read from: docs/decisions/030-reports.md. */

/**
 * Days and services of which something has changed since they were summed. Triggers write them with the change (migration
 * `reports`), so that no writer can forget it; a day stands here as often as it was changed, so that no writer waits.
 * Nothing names a row, so it has no key.
 */
export const reportTouches = pgTable(
  'report_touches',
  {
    day: plainDate(),
    engagementId: uuid(),
  },
  (table) => [check('report_touches_what', sql`num_nonnulls(${table.day}, ${table.engagementId}) = 1`)],
);

/** The visits that are summed, and their sums. */
const sums = () => ({
  dimension: text().$type<VisitDimension | 'all'>().notNull(),
  /** The worker's profile, the city's name, or the product; '' for all of them, and for visits without one. */
  key: text().notNull(),
  planned: integer().notNull(),
  done: integer().notNull(),
  onTime: integer().notNull(),
  skipped: integer().notNull(),
  takenOff: integer().notNull(),
  couldNot: integer().notNull(),
  missed: integer().notNull(),
  /** Integer cents. */
  revenue: bigint({ mode: 'number' }).notNull(),
  fees: bigint({ mode: 'number' }).notNull(),
  minutes: doublePrecision().notNull(),
  miles: doublePrecision().notNull(),
  /** These count visits whose minutes, or miles, are known. */
  revenueOfHours: bigint({ mode: 'number' }).notNull().default(0),
  revenueOfMiles: bigint({ mode: 'number' }).notNull().default(0),
});

/** What the visits of a day sum to: of all, and of each worker, city and product. */
export const visitSums = pgTable('visit_sums', { day: plainDate().notNull(), ...sums() }, (table) => [
  primaryKey({ columns: [table.dimension, table.day, table.key] }),
  oneOf('visit_sums_dimension', table.dimension, ['all', ...visitDimensions]),
]);

/** Sums of a month's days, by its first day. A report of years reads months, so its cost does not grow with the number of workers. */
export const visitMonthSums = pgTable('visit_month_sums', { month: plainDate().notNull(), ...sums() }, (table) => [
  primaryKey({ columns: [table.dimension, table.month, table.key] }),
]);

/** How the recurring revenue of a service changed on a day. Amounts are integer cents a month. */
export const recurringSteps = pgTable(
  'recurring_steps',
  {
    engagementId: refersTo(() => engagements.id),
    day: plainDate().notNull(),
    kind: text().$type<RecurringKind>().notNull(),
    amountBefore: integer().notNull(),
    amountAfter: integer().notNull(),
    /** Of one that has left, if somebody said why. */
    reason: text().$type<CancelReason>(),
  },
  (table) => [
    primaryKey({ columns: [table.engagementId, table.day] }),
    oneOf('recurring_steps_kind', table.kind, recurringKinds),
    oneOf('recurring_steps_reason', table.reason, cancelReasons),
    index('recurring_steps_of_day').on(table.day, table.engagementId),
    index('recurring_steps_of_kind').on(table.kind, table.day, table.engagementId),
  ],
);

/** What the steps of a day sum to. */
export const recurringSums = pgTable(
  'recurring_sums',
  {
    day: plainDate().notNull(),
    kind: text().$type<RecurringKind>().notNull(),
    /** '' for none. */
    reason: text().notNull(),
    services: integer().notNull(),
    /** By how many more services are served than before; fewer below nought. */
    served: integer().notNull(),
    /** Integer cents a month. */
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.reason] })],
);
