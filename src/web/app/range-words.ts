import { type CalendarDay, plainDate, shortMonth, spanLabel } from '#domain/calendar.ts';
import type { DayRange, DayStep } from '#domain/day-ranges.ts';
import type { MoneyFigure } from '#domain/money.ts';

export const rangeLabels: Record<DayRange, string> = {
  'this-week': 'This week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
};

export const stepLabels: Record<DayStep, string> = { day: 'Day', week: 'Week', month: 'Month' };

type Days = { from: CalendarDay; to: CalendarDay };

/** @returns the days as the address carries them */
export const isoDays = ({ from, to }: Days) => ({ from: plainDate(from).toString(), to: plainDate(to).toString() });

/** @returns for example 'Nov 23', 'Nov 23 – 29', 'Nov 30 – Dec 6' or 'Nov 2026' */
export function stepLabel({ from, to }: Days, by: DayStep): string {
  const [first, last] = [plainDate(from), plainDate(to)];
  return by === 'month' ? `${shortMonth(first)} ${first.year}` : spanLabel(first, last);
}

/** @returns the same for a file, whose reader takes a day without a year for one of this year: '2026-11-23' or '2026-11-23 to 2026-11-29' */
export function plainStep(days: Days, by: DayStep): string {
  if (by === 'month') return stepLabel(days, by);
  const { from, to } = isoDays(days);
  return from === to ? from : `${from} to ${to}`;
}

/** @returns where the entries of a figure are; what is owed at the end is the sum of all until then */
export function entriesPath(figure: MoneyFigure, days: Days): string {
  const { from, to } = isoDays(days);
  return `/money/entries?${new URLSearchParams({ figure, ...(figure === 'owed' ? {} : { from }), to })}`;
}
