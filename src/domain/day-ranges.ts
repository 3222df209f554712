import { type CalendarDay, isoWeekOf, mondayOf } from './calendar.ts';

export const daySteps = ['day', 'week', 'month'] as const;
export type DayStep = (typeof daySteps)[number];

/** @returns the first day of the step that a day is in */
export function firstOfStep(day: Temporal.PlainDate, by: DayStep): Temporal.PlainDate {
  if (by === 'day') return day;
  return by === 'week' ? mondayOf(isoWeekOf(day)) : day.with({ day: 1 });
}

export const dayRanges = ['this-week', 'this-month', 'last-month', 'this-year'] as const;
export type DayRange = (typeof dayRanges)[number];

/** @returns the first and the last day of a range, as of today */
export function daysOfRange(range: DayRange, today: Temporal.PlainDate) {
  const month = firstOfStep(today, 'month');
  switch (range) {
    case 'this-week':
      return { from: firstOfStep(today, 'week'), to: today };
    case 'this-month':
      return { from: month, to: today };
    case 'last-month':
      return { from: month.subtract({ months: 1 }), to: month.subtract({ days: 1 }) };
    case 'this-year':
      return { from: month.with({ month: 1 }), to: today };
  }
}

type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate };

const dayLength = 86_400_000;

/**
 * Days are counted in milliseconds here, because a step of Temporal takes some microseconds, and a year has 365 days.
 * @returns the steps that these days are in, with the first day of each as in '2026-11-23', and what of it is within them
 */
export function stepsIn(days: Days, by: DayStep) {
  const [from, to] = [timeOf(days.from), timeOf(days.to)];
  const steps: { first: string; from: CalendarDay; to: CalendarDay }[] = [];
  for (let first = timeOf(firstOfStep(days.from, by)); first <= to; ) {
    const next = by === 'month' ? firstOfNextMonth(first) : first + (by === 'week' ? 7 : 1) * dayLength;
    steps.push({
      first: new Date(first).toISOString().slice(0, 10),
      from: dayAt(Math.max(first, from)),
      to: dayAt(Math.min(next - dayLength, to)),
    });
    first = next;
  }
  return steps;
}

const timeOf = (day: Temporal.PlainDate) => Date.parse(day.toString());

function dayAt(time: number): CalendarDay {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function firstOfNextMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
