import { moneyLabel } from '#domain/labels.ts';
import { stepLabel } from '#web/app/range-words.ts';
import { Plot } from '#web/ui/plot.tsx';
import type { Loaded } from './money-figures.tsx';
import { figureLabels } from './money-words.ts';

const bars = [
  { name: 'charged', color: 'var(--line-strong)' },
  { name: 'collected', color: 'var(--primary)' },
  { name: 'refunded', color: 'var(--danger)' },
] as const;

const oneDollar = 100;

/** Bars of what was charged, collected and refunded. */
export function MoneyPlot({ loaded: { rows, by } }: { loaded: Loaded }) {
  return (
    <Plot
      steps={rows.map((row) => stepLabel(row, by))}
      series={bars.map(({ name, color }) => ({
        label: figureLabels[name],
        color,
        values: rows.map(({ figures }) => figures[name]),
      }))}
      least={oneDollar}
      format={(amount) => moneyLabel(amount).replace(/\.00$/, '')}
    />
  );
}
