import type { Figures } from '#contract/money.ts';
import type { Reconciliation } from '#contract/reconciliation.ts';
import { momentLabel } from '#domain/calendar.ts';
import type { MoneyFigure } from '#domain/money.ts';

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
  creditRemoved: 'Credit removed',
  tipsAndRefunds: 'Tips, less refunds to be sent',
  debtsWrittenOff: 'Written off of what was owed',
  owed: 'Owed at the end',
};

/** What most days are without. */
const rare: readonly MoneyFigure[] = ['tips', 'processing', 'disputed', 'creditGiven', 'creditUsed', 'creditRemoved'];

/** What is there for the sum of what customers owe, which stands elsewhere. */
const ofDebts: readonly MoneyFigure[] = ['tipsAndRefunds', 'debtsWrittenOff'];

/** @returns the figures to show: the rare ones only if there are any; what is there for a sum of others stands beside that */
export const shownFigures = (totals: Figures): MoneyFigure[] =>
  (Object.keys(figureLabels) as MoneyFigure[]).filter(
    (name) => !ofDebts.includes(name) && (!rare.includes(name) || totals[name] !== 0),
  );

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
