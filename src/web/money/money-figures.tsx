import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { Figures, MoneyRow } from '#contract/money.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import type { DayStep } from '#domain/day-ranges.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { MoneyFigure } from '#domain/money.ts';
import { stepLabel, stepLabels } from '#web/app/range-words.ts';
import { entriesPath, figureLabels, shownFigures } from './money-words.ts';

type Days = { from: CalendarDay; to: CalendarDay };
export type Loaded = Days & { by: DayStep; rows: MoneyRow[]; totals: Figures };

/** The figures of all the days, each a link to its rows. */
export function MoneyTotals({ loaded }: { loaded: Loaded }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {shownFigures(loaded.totals).map((name) => (
        <div key={name} className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
          <dt className="text-ink-soft">{figureLabels[name]}</dt>
          <dd className="mt-1 font-bold font-display text-xl tabular-nums tracking-tight sm:text-2xl">
            <Amount name={name} amount={loaded.totals[name]} days={loaded} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The same figures by day, week or month, the newest last. On a narrow screen it scrolls within itself. */
export function MoneyTable({ loaded }: { loaded: Loaded }) {
  const { rows, totals, by } = loaded;
  const names = shownFigures(totals);
  const [isCut, setIsCut] = useState(false);
  // How wide the figures are depends on how many there are, and how large.
  const watch = useCallback((box: HTMLElement) => {
    const watcher = new ResizeObserver(() => setIsCut(box.scrollWidth > box.clientWidth));
    for (const part of [box, ...box.children]) watcher.observe(part);
    return () => watcher.disconnect();
  }, []);
  return (
    <div className="min-w-0">
      {isCut && (
        <p className="mb-2 text-ink-soft text-sm print:hidden">The table goes on to the right: move it sideways.</p>
      )}
      <section
        ref={watch}
        aria-label="Figures, scrolls sideways"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line bg-surface shadow-card print:overflow-visible print:border-0"
      >
        <table className="wrap-normal w-full border-collapse text-right text-sm tabular-nums">
          <caption className="sr-only">Money by {by}</caption>
          <thead>
            <tr className="border-line-strong border-b">
              {[stepLabels[by], ...names.map((name) => figureLabels[name])].map((label) => (
                <th
                  key={label}
                  scope="col"
                  className="px-2 py-3 align-bottom font-semibold last:pr-3 first:sticky first:left-0 first:bg-surface first:pl-3 first:text-left"
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <FigureRow
                key={stepLabel(row, 'day')}
                label={stepLabel(row, by)}
                figures={row.figures}
                days={row}
                names={names}
              />
            ))}
          </tbody>
          <tfoot className="border-line-strong border-t font-bold">
            <FigureRow label="Total" figures={totals} days={loaded} names={names} />
          </tfoot>
        </table>
      </section>
    </div>
  );
}

type FigureRowProps = { label: string; figures: Figures; days: Days; names: MoneyFigure[] };

const FigureRow = ({ label, figures, days, names }: FigureRowProps) => (
  <tr>
    <th scope="row" className="sticky left-0 whitespace-nowrap bg-surface pr-2 pl-3 text-left">
      {label}
    </th>
    {names.map((name) => (
      <td key={name} className="whitespace-nowrap px-2 last:pr-3">
        <Amount name={name} amount={figures[name]} days={days} />
      </td>
    ))}
  </tr>
);

function Amount({ name, amount, days }: { name: MoneyFigure; amount: number; days: Days }) {
  const label = amount < 0 ? `−${moneyLabel(-amount)}` : moneyLabel(amount);
  if (amount === 0) return <span className="inline-flex min-h-11 items-center text-ink-soft">{label}</span>;
  return (
    <Link
      to={entriesPath(name, days)}
      className="inline-flex min-h-11 items-center text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {label}
    </Link>
  );
}
