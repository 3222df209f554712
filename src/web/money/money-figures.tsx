import type { Figures, MoneyRow } from '#contract/money.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import type { DayStep } from '#domain/day-ranges.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { MoneyFigure } from '#domain/money.ts';
import { FigureLink } from '#web/app/figure-link.tsx';
import { entriesPath, stepLabel, stepLabels } from '#web/app/range-words.ts';
import { Card } from '#web/ui/card.tsx';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { figureLabels, shownFigures } from './money-words.ts';

type Days = { from: CalendarDay; to: CalendarDay };
export type Loaded = Days & { by: DayStep; rows: MoneyRow[]; totals: Figures };

/** What the days come to, large; the rest explains it. */
const mainFigures: readonly MoneyFigure[] = ['charged', 'collected', 'owed'];

/** The figures of all the days, each a link to its rows. */
export function MoneyTotals({ loaded }: { loaded: Loaded }) {
  const others = shownFigures(loaded.totals).filter((name) => !mainFigures.includes(name));
  return (
    <Card className="grid gap-4">
      {[mainFigures, others].map((names) => (
        <dl key={names[0]} className="grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-4">
          {names.map((name) => (
            <div key={name}>
              <dt className="text-ink-soft text-sm">{figureLabels[name]}</dt>
              <dd
                className={`whitespace-nowrap tabular-nums ${names === mainFigures ? 'font-bold font-display text-xl sm:text-2xl' : ''}`}
              >
                <Amount name={name} amount={loaded.totals[name]} days={loaded} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </Card>
  );
}

/** The same figures by day, week or month, the newest last. */
export function MoneyTable({ loaded }: { loaded: Loaded }) {
  const { rows, totals, by } = loaded;
  const names = shownFigures(totals);
  const cellsOf = (figures: Figures, days: Days) =>
    names.map((name) => <Amount key={name} name={name} amount={figures[name]} days={days} />);
  return (
    <FigureTable
      caption={`Money by ${by}`}
      heads={[stepLabels[by], ...names.map((name) => figureLabels[name])]}
      rows={rows.map((row) => ({
        key: stepLabel(row, 'day'),
        label: <span className="whitespace-nowrap">{stepLabel(row, by)}</span>,
        cells: cellsOf(row.figures, row),
      }))}
      total={{ key: 'total', label: 'Total', cells: cellsOf(totals, loaded) }}
    />
  );
}

function Amount({ name, amount, days }: { name: MoneyFigure; amount: number; days: Days }) {
  const label = amount < 0 ? `−${moneyLabel(-amount)}` : moneyLabel(amount);
  return <FigureLink text={label} to={amount === 0 ? undefined : entriesPath(name, days)} />;
}
