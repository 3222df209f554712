import type { Figures } from '#contract/money.ts';
import { type CalendarDay, calendarDay, plainDate } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { type DebtFigure, debtFigures, type MoneyFigure, owedBefore } from '#domain/money.ts';
import { FigureLink } from '#web/app/figure-link.tsx';
import { entriesPath } from '#web/app/range-words.ts';

type DebtSumProps = { from: CalendarDay; to: CalendarDay; totals: Figures };

const labels: Record<DebtFigure, string> = {
  charged: 'Charged this week',
  tipsAndRefunds: 'Tips, less refunds to be sent',
  collected: 'Collected',
  creditUsed: 'Paid by credit',
  debtsWrittenOff: 'Written off',
};
const always: readonly DebtFigure[] = ['charged', 'collected'];

/** How what customers owe today came about in a week: each line opens to its rows, and all of them sum to the last. */
export function DebtSum({ from, to, totals }: DebtSumProps) {
  const shown = (Object.keys(debtFigures) as DebtFigure[]).filter(
    (name) => always.includes(name) || totals[name] !== 0,
  );
  const dayBefore = calendarDay(plainDate(from).subtract({ days: 1 }));
  const line = (label: string, amount: number, figure: MoneyFigure, days = { from, to }) => (
    <Line key={label} label={label} amount={amount} to={amount === 0 ? undefined : entriesPath(figure, days)} />
  );
  return (
    <div className="grid gap-x-12 gap-y-4 md:grid-cols-2">
      <dl className="max-w-md">
        {line('Owed before this week', owedBefore(totals), 'owed', { from, to: dayBefore })}
        {/* Of nothing there is no negative. */}
        {shown.map((name) => line(labels[name], debtFigures[name] * totals[name] || 0, name))}
        {line('Customers owe today', totals.owed, 'owed')}
      </dl>
      <dl className="max-w-md">{line('Kept as fees', totals.fees, 'fees')}</dl>
    </div>
  );
}

function Line({ label, amount, to }: { label: string; amount: number; to: string | undefined }) {
  const text = amount < 0 ? `−${moneyLabel(-amount)}` : moneyLabel(amount);
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 border-line-strong not-first:last:border-t-2 not-first:last:font-bold">
      <dt>{label}</dt>
      <dd className="shrink-0 tabular-nums">
        <FigureLink text={text} to={to} />
      </dd>
    </div>
  );
}
