import { isVisitDue, type VisitRhythm, type WeekDay, weekDayOf } from './calendar.ts';
import type { Period } from './enums.ts';

/** How often a service may be asked for within one period. */
export const minimumFrequency = 1;

/** @returns the most visits in one period: 24 daily, 31 monthly, 7 weekly and by default */
export function maximumFrequency(period: Period | undefined): number {
  if (period === 'PERIOD_DAILY') return 24;
  if (period === 'PERIOD_MONTHLY') return 31;
  return 7;
}

/** What may be asked for: the business makes its rounds by the week. */
export const offeredPeriods = ['PERIOD_WEEKLY'] as const satisfies readonly Period[];

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
export type VisitSchedule = VisitRhythm & { weekDays: readonly WeekDay[] };

/** @returns whether a visit falls on a date */
export function isDueOn(date: Temporal.PlainDate, schedule: VisitSchedule): boolean {
  return schedule.weekDays.includes(weekDayOf(date)) && isVisitDue(date, schedule);
}

/** @returns the first dates on which visits are, none of them before `from`; none at all without weekdays */
export function firstDates(schedule: VisitSchedule, from: Temporal.PlainDate, count: number): Temporal.PlainDate[] {
  const { startDay, interval, weekDays } = schedule;
  const dates: Temporal.PlainDate[] = [];
  if (weekDays.length === 0) return dates;
  const first = Temporal.PlainDate.compare(from, startDay) < 0 ? startDay : from;
  for (let ahead = 0; dates.length < count && ahead < 7 * interval * (count + 1); ahead += 1) {
    const date = first.add({ days: ahead });
    if (isDueOn(date, schedule)) dates.push(date);
  }
  return dates;
}

/** @returns whether a visit may start on a day that is asked for; otherwise why not, as people are told */
export function startDayProblem(startDay: Temporal.PlainDate, today: Temporal.PlainDate): string | undefined {
  if (Temporal.PlainDate.compare(startDay, today) < 0) return 'Start date cannot be in the past.';
  if (Temporal.PlainDate.compare(startDay, today.add({ years: 1 })) > 0) {
    return 'Start date can be at most a year ahead.';
  }
  return undefined;
}

/** Why a visit did not take place: taken off beforehand, given up by the worker who came, or nobody came. */
export const skipKinds = ['skipped', 'could-not', 'missed'] as const;
export type SkipKind = (typeof skipKinds)[number];

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

/** For how many days after it staff may finish or close a visit that was begun and left at a step. */
const daysForStaff = 7;

/** @returns the earliest day whose visits staff may still finish or close */
export const firstDayForStaff = (today: Temporal.PlainDate): Temporal.PlainDate =>
  today.subtract({ days: daysForStaff });
