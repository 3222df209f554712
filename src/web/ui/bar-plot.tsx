import { AxisBottom, AxisLeft } from '@visx/axis';
import { ParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useIsPrinting } from './use-is-wide.ts';

type Series = {
  label: string;
  /** Any CSS colour. */
  color: string;
  /** One for each step. */
  values: readonly number[];
};

type BarPlotProps = {
  /** What stands below each group of bars; no two are the same. */
  steps: readonly string[];
  series: readonly Series[];
  /** Whether the bars of a step stand upon each other, rather than beside. */
  isStacked?: boolean;
  /** How high the plot is at least, in the values' unit. */
  least: number;
  format: (value: number) => string;
};

/** Half of a label stands beyond the last bars. */
const edge = { top: 8, right: 20, bottom: 28 };
const labelWidth = 76;
/** How wide a plot is drawn for a sheet of paper, upright and without its edges, whatever the screen. */
const paperWidth = 680;
const tick = { fill: 'var(--ink-soft)', fontSize: 13, fontFamily: 'inherit' };

/** Bars by day, week or month. A table beside it has the same figures, so it is nothing to read aloud. */
export function BarPlot(props: BarPlotProps) {
  const isOnPaper = useIsPrinting();
  return (
    <div aria-hidden="true" className="flex h-full flex-col">
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {props.series.map(({ label, color }) => (
          <li key={label} className="flex items-center gap-2">
            <span className="size-3.5 rounded-sm print:[print-color-adjust:exact]" style={{ background: color }} />
            {label}
          </li>
        ))}
      </ul>
      <div className="min-h-0 flex-1">
        <ParentSize debounceTime={50}>
          {({ width, height }) => <Bars {...props} width={isOnPaper ? paperWidth : width} height={height} />}
        </ParentSize>
      </div>
    </div>
  );
}

type BarsProps = BarPlotProps & { width: number; height: number };

function Bars({ steps, series, isStacked = false, least, format, width, height }: BarsProps) {
  const bars = steps.flatMap((step, index) => barsOf(step, index, series, isStacked));
  const y = scaleLinear({
    domain: [Math.min(0, ...bars.map(({ from }) => from)), Math.max(least, ...bars.map(({ to }) => to))],
    range: [height - edge.bottom, edge.top],
    nice: 4,
  });
  // Millions need more room than tens; 8 pixels a digit.
  const left = Math.max(64, 16 + 8 * Math.max(...y.ticks(4).map((value) => format(value).length)));
  if (width < left + 20 || height < edge.bottom + 20) return null;
  const x = scaleBand({ domain: [...steps], range: [left, width - edge.right], padding: 0.2 });
  const groups = isStacked ? [''] : series.map(({ label }) => label);
  const within = scaleBand({ domain: groups, range: [0, x.bandwidth()] });
  const every = Math.ceil(steps.length / Math.max(1, Math.floor((width - left) / labelWidth)));
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="print:h-auto print:w-full"
    >
      <AxisLeft
        scale={y}
        left={left}
        numTicks={4}
        hideTicks
        hideAxisLine
        tickFormat={(value) => format(Number(value))}
        tickLabelProps={{ ...tick, dx: '-0.5em', dy: '0.3em', textAnchor: 'end' }}
      />
      {y.ticks(4).map((value) => (
        <line key={value} x1={left} x2={width - edge.right} y1={y(value)} y2={y(value)} stroke="var(--line)" />
      ))}
      {bars.map(({ key, step, group, from, to, color, value, label }) => (
        <Bar
          key={key}
          x={(x(step) ?? 0) + (within(group) ?? 0)}
          y={y(to)}
          width={within.bandwidth()}
          height={y(from) - y(to)}
          fill={color}
        >
          {/* For a pointer that rests on it. */}
          <title>{`${step}, ${label}: ${format(value)}`}</title>
        </Bar>
      ))}
      <AxisBottom
        scale={x}
        top={height - edge.bottom}
        hideTicks
        stroke="var(--line-strong)"
        tickValues={steps.filter((_, index) => index % every === 0)}
        tickLabelProps={{ ...tick, textAnchor: 'middle' }}
      />
    </svg>
  );
}

/** @returns the bars of one step, each from its lower to its upper end; stacked ones below nought go down from there */
function barsOf(step: string, index: number, series: readonly Series[], isStacked: boolean) {
  const ends = { above: 0, below: 0 };
  return series.map(({ label, color, values }) => {
    const value = values[index] ?? 0;
    const side = value < 0 ? 'below' : 'above';
    const begin = isStacked ? ends[side] : 0;
    ends[side] = begin + value;
    return {
      key: `${step} ${label}`,
      step,
      label,
      value,
      group: isStacked ? '' : label,
      from: Math.min(begin, begin + value),
      to: Math.max(begin, begin + value),
      color,
    };
  });
}
