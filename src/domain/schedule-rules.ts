import { isVisitDue, weekDayOf } from './calendar.ts';
import type { Period } from './enums.ts';

/** How often a service may be asked for within one period. */
export const minimumFrequency = 1;

/** @returns the most visits in one period: 24 daily, 31 monthly, 7 weekly and by default */
export function maximumFrequency(period: Period | undefined): number {
  if (period === 'PERIOD_DAILY') return 24;
  if (period === 'PERIOD_MONTHLY') return 31;
  return 7;
}

/** Where a visit stands in its day that the plan has no position for: after all that have one. */
export const lastOfDay = 10_000;

/** The intervals a customer may choose between. */
export const intervals = [
  { value: 1, label: 'Every week' },
  { value: 2, label: 'Every 2 weeks' },
] as const;

/** @returns for example '2 visits, every 2 weeks' */
export function scheduleLabel(frequency: number, interval: number): string {
  const visits = frequency === 1 ? '1 visit' : `${frequency} visits`;
  return `${visits}, ${(intervals.find((one) => one.value === interval)?.label ?? 'Every week').toLowerCase()}`;
}

/** What decides on which dates visits are. */
export type VisitSchedule = { startDay: Temporal.PlainDate; interval: number; weekDays: readonly string[] };

/** @returns whether a visit falls on a date */
export function isDueOn(date: Temporal.PlainDate, { startDay, interval, weekDays }: VisitSchedule): boolean {
  return weekDays.includes(weekDayOf(date)) && isVisitDue(date, startDay, interval);
}

/** Who takes a visit off. */
export type SkipActor = 'customer' | 'worker' | 'employee';

/**
 * Whether the time allows somebody to take a visit off, or to take that back: the customer until the evening before,
 * the worker on the day, staff from the day on.
 */
export function maySkip(actor: SkipActor, date: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  const days = Temporal.PlainDate.compare(date, today);
  if (actor === 'customer') return days > 0;
  return actor === 'worker' ? days === 0 : days >= 0;
}
