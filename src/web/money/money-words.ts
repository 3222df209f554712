import type { Figures } from '#contract/money.ts';
import { type CalendarDay, plainDate } from '#domain/calendar.ts';
import type { MoneyFigure, MoneyRange, MoneyStep } from '#domain/money.ts';

export const figureLabels: Record<MoneyFigure, string> = {
  charged: 'Charged',
  collected: 'Collected',
  declined: 'Declined',
  refunded: 'Refunded',
  fees: 'Our fees',
  shares: 'Workers’ shares',
  tips: 'Tips',
  processing: 'Card processing',
  disputed: 'Disputed',
  writtenOff: 'Written off',
  credits: 'Credit given, less used',
  owed: 'Owed at the end',
};

export const rangeLabels: Record<MoneyRange, string> = {
  'this-week': 'This week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
};

export const stepLabels: Record<MoneyStep, string> = { day: 'Day', week: 'Week', month: 'Month' };

/** What most days are without. */
const rare: readonly MoneyFigure[] = ['tips', 'processing', 'disputed', 'credits'];

/** @returns the figures to show: the rare ones only if there are any */
export const shownFigures = (totals: Figures): MoneyFigure[] =>
  (Object.keys(figureLabels) as MoneyFigure[]).filter((name) => !rare.includes(name) || totals[name] !== 0);

type Days = { from: CalendarDay; to: CalendarDay };

/** @returns the days as the address carries them */
export const isoDays = ({ from, to }: Days) => ({ from: plainDate(from).toString(), to: plainDate(to).toString() });

/** @returns where the rows of a figure are; what is owed at the end is the sum of all until then */
export function entriesPath(figure: MoneyFigure, days: Days): string {
  const { from, to } = isoDays(days);
  return `/money/entries?${new URLSearchParams({ figure, ...(figure === 'owed' ? {} : { from }), to })}`;
}

/** @returns for example 'Nov 23', 'Nov 23 – 29', 'Nov 30 – Dec 6' or 'Nov 2026' */
export function stepLabel({ from, to }: Days, by: MoneyStep): string {
  const [first, last] = [plainDate(from), plainDate(to)];
  if (by === 'month') return first.toLocaleString('en-US', { month: 'short', year: 'numeric' });
  const label = first.toLocaleString('en-US', { month: 'short', day: 'numeric' });
  if (first.equals(last)) return label;
  const end = last.toLocaleString('en-US', {
    ...(first.month === last.month ? {} : { month: 'short' as const }),
    day: 'numeric',
  });
  return `${label} – ${end}`;
}
