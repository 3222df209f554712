import { dayLabel } from './calendar.ts';
import type { Period } from './enums.ts';

/** The fewest visits in one period. */
export const minimumFrequency = 1;

/** @returns the most visits in one period: 24 daily, 31 monthly, 7 weekly and by default */
export function maximumFrequency(period: Period | undefined): number {
  if (period === 'PERIOD_DAILY') return 24;
  if (period === 'PERIOD_MONTHLY') return 31;
  return 7;
}

/** @returns whether a customer may ask for so many visits in a period */
export const isOffered = ({ period, frequency }: { period: Period; frequency: number | undefined }): boolean =>
  Number.isInteger(frequency) && (frequency ?? 0) >= minimumFrequency && (frequency ?? 0) <= maximumFrequency(period);

/** The periods that customers may choose: workers make their rounds by the week. */
export const offeredPeriods = ['PERIOD_WEEKLY'] as const satisfies readonly Period[];

/** The position of a visit that is not in the plan: after all that are. */
export const lastOfDay = 10_000;

/** The intervals that customers may choose. */
export const intervals = [
  { value: 1, label: 'Every week' },
  { value: 2, label: 'Every 2 weeks' },
] as const;

/** @returns for example '2 visits, every 2 weeks' */
export function scheduleLabel(frequency: number, interval: number): string {
  const visits = frequency === 1 ? '1 visit' : `${frequency} visits`;
  return `${visits}, ${(intervals.find((one) => one.value === interval)?.label ?? 'Every week').toLowerCase()}`;
}

/** @returns for example '2 visits, every week, from Tue, Mar 9 on' */
export const rhythmLabel = ({
  frequency,
  interval,
  startDay,
}: {
  frequency: number;
  interval: number;
  startDay: Temporal.PlainDate;
}) => `${scheduleLabel(frequency, interval)}, from ${dayLabel(startDay)} on`;

export type Rhythm = { frequency: number; interval: number; startDay: Temporal.PlainDate };

/** @returns whether two rhythms have the same visits once both have begun: every other week, another first day may mean the other weeks */
export const isSameRhythm = (one: Rhythm, other: Rhythm): boolean =>
  one.frequency === other.frequency &&
  one.interval === other.interval &&
  (one.interval === 1 || one.startDay.equals(other.startDay));

/** @returns whether a date is one of a hold's */
export const isWithin = (
  date: Temporal.PlainDate,
  { firstDay, lastDay }: Record<'firstDay' | 'lastDay', Temporal.PlainDate>,
): boolean => Temporal.PlainDate.compare(firstDay, date) <= 0 && Temporal.PlainDate.compare(date, lastDay) <= 0;

/** How many days a visit can be moved away from today or from its own day. */
export const farthestMove = 60;

/** @returns what is wrong with a start day, in words for people; undefined when it is possible */
export function startDayProblem(startDay: Temporal.PlainDate, today: Temporal.PlainDate): string | undefined {
  if (Temporal.PlainDate.compare(startDay, today) < 0) return 'Start date cannot be in the past.';
  if (Temporal.PlainDate.compare(startDay, today.add({ years: 1 })) > 0) {
    return 'Start date can be at most a year ahead.';
  }
  return undefined;
}

/** Why a visit did not take place: it was taken off before, the worker came and gave it up, or nobody came. */
export const skipKinds = ['skipped', 'could-not', 'missed'] as const;
export type SkipKind = (typeof skipKinds)[number];

/** Who takes a visit off. */
export type SkipActor = 'customer' | 'worker' | 'employee';

/**
 * @returns whether somebody may take a visit off on a day, or undo that: the customer until the evening before, the
 * worker on the day, staff until the day is over
 */
export function maySkip(actor: SkipActor, date: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  const days = Temporal.PlainDate.compare(date, today);
  if (actor === 'customer') return days > 0;
  return actor === 'worker' ? days === 0 : days >= 0;
}

/** How many days after a visit staff may finish or close it, when it was left at a step. */
const daysForStaff = 7;

/** @returns the earliest day whose visits staff may still finish or close */
export const firstDayForStaff = (today: Temporal.PlainDate): Temporal.PlainDate =>
  today.subtract({ days: daysForStaff });
