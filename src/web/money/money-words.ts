import type { Figures } from '#contract/money.ts';
import type { Reconciliation } from '#contract/reconciliation.ts';
import { type CalendarDay, momentLabel } from '#domain/calendar.ts';
import type { MoneyFigure } from '#domain/money.ts';
import { isoDays } from '#web/app/range-words.ts';

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

/** What most days are without. */
const rare: readonly MoneyFigure[] = ['tips', 'processing', 'disputed', 'creditGiven', 'creditUsed'];

/** @returns the figures to show: the rare ones only if there are any */
export const shownFigures = (totals: Figures): MoneyFigure[] =>
  (Object.keys(figureLabels) as MoneyFigure[]).filter((name) => !rare.includes(name) || totals[name] !== 0);

type Days = { from: CalendarDay; to: CalendarDay };

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
