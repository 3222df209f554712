import type { Figures } from '#contract/money.ts';
import type { Reconciliation } from '#contract/reconciliation.ts';
import { type CalendarDay, momentLabel, plainDate } from '#domain/calendar.ts';
import type { MoneyFigure, MoneyRange, MoneyStep } from '#domain/money.ts';

export const figureLabels: Record<MoneyFigure, string> = {
  charged: 'Charged',
  collected: 'Collected',
  declined: 'Declined attempts',
  refunded: 'Refunded',
  fees: 'Our fees',
  shares: 'Workers’ shares',
  tips: 'Tips',
  processing: 'Card processing',
  disputed: 'Disputed, with fees',
  writtenOff: 'Written off',
  creditGiven: 'Credit given',
  creditUsed: 'Credit used',
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
const rare: readonly MoneyFigure[] = ['tips', 'processing', 'disputed', 'creditGiven', 'creditUsed'];

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

/** @returns how the last check of the money ended: 'Checked Nov 23, 2026, 3:02 AM: everything agrees.' */
export function checkWords({ lastCheck, open, seen }: Reconciliation): string {
  if (!lastCheck) return 'Not checked yet.';
  const { startedAt, finishedAt, by, failure } = lastCheck;
  const asked = by ? ` for ${by}` : '';
  if (!finishedAt) return `A check${asked} began ${momentLabel(startedAt)}. It goes on if you leave this page.`;
  const checked = `Checked ${momentLabel(finishedAt)}${asked}`;
  const aside = seen === 0 ? '' : ` (${seen} of them put aside)`;
  const found =
    open === 0 ? 'everything agrees' : `${open === 1 ? 'one thing differs' : `${open} things differ`}${aside}`;
  return failure
    ? `${checked}: ${failure} Of what could be compared, ${found}. It is tried again within two hours.`
    : `${checked}: ${found}.`;
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
