import { AxisBottom, AxisLeft } from '@visx/axis';
import { ParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { moneyLabel } from '#domain/labels.ts';
import type { Loaded } from './money-figures.tsx';
import { figureLabels, stepLabel } from './money-words.ts';

const bars = [
  { name: 'charged', color: 'var(--line-strong)' },
  { name: 'collected', color: 'var(--primary)' },
  { name: 'refunded', color: 'var(--danger)' },
] as const;

/** Half of a label stands beyond the last bars. */
const edge = { top: 8, right: 20, bottom: 28 };
const labelWidth = 76;
const tick = { fill: 'var(--ink-soft)', fontSize: 13, fontFamily: 'inherit' };

const axisLabel = (amount: number) => moneyLabel(amount).replace(/\.00$/, '');

/** Bars of what was charged, collected and refunded. The table has the same figures, so it is nothing to read aloud. */
export function MoneyPlot({ loaded }: { loaded: Loaded }) {
  return (
    <div aria-hidden="true" className="flex h-full flex-col">
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {bars.map(({ name, color }) => (
          <li key={name} className="flex items-center gap-2">
            <span className="size-3.5 rounded-sm print:[print-color-adjust:exact]" style={{ background: color }} />
            {figureLabels[name]}
          </li>
        ))}
      </ul>
      <div className="min-h-0 flex-1">
        <ParentSize debounceTime={50}>
          {({ width, height }) => <Bars loaded={loaded} width={width} height={height} />}
        </ParentSize>
      </div>
    </div>
  );
}

function Bars({ loaded: { rows, by }, width, height }: { loaded: Loaded; width: number; height: number }) {
  const amounts = rows.flatMap(({ figures }) => bars.map(({ name }) => figures[name]));
  const labels = rows.map((row) => stepLabel(row, by));
  const y = scaleLinear({
    domain: [Math.min(0, ...amounts), Math.max(100, ...amounts)],
    range: [height - edge.bottom, edge.top],
    nice: 4,
  });
  // Millions need more room than tens; 8 pixels a digit.
  const left = Math.max(64, 16 + 8 * Math.max(...y.ticks(4).map((amount) => axisLabel(amount).length)));
  if (width < left + 20 || height < edge.bottom + 20) return null;
  const x = scaleBand({ domain: labels, range: [left, width - edge.right], padding: 0.2 });
  const within = scaleBand({ domain: bars.map(({ name }) => name), range: [0, x.bandwidth()] });
  const every = Math.ceil(labels.length / Math.max(1, Math.floor((width - left) / labelWidth)));
  return (
    <svg aria-hidden="true" width={width} height={height}>
      <AxisLeft
        scale={y}
        left={left}
        numTicks={4}
        hideTicks
        hideAxisLine
        tickFormat={(amount) => axisLabel(Number(amount))}
        tickLabelProps={{ ...tick, dx: '-0.5em', dy: '0.3em', textAnchor: 'end' }}
      />
      {y.ticks(4).map((amount) => (
        <line key={amount} x1={left} x2={width - edge.right} y1={y(amount)} y2={y(amount)} stroke="var(--line)" />
      ))}
      {rows.flatMap(({ figures }, index) =>
        bars.map(({ name, color }) => (
          <Bar
            key={`${labels[index]} ${name}`}
            x={(x(labels[index] ?? '') ?? 0) + (within(name) ?? 0)}
            y={Math.min(y(figures[name]), y(0))}
            width={within.bandwidth()}
            height={Math.abs(y(figures[name]) - y(0))}
            fill={color}
          />
        )),
      )}
      <AxisBottom
        scale={x}
        top={height - edge.bottom}
        hideTicks
        stroke="var(--line-strong)"
        tickValues={labels.filter((_, index) => index % every === 0)}
        tickLabelProps={{ ...tick, textAnchor: 'middle' }}
      />
    </svg>
  );
}
