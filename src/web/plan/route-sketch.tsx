import { type NamedStop, onePointText, type Start, sketchPoints, spotsOf } from './day-order.ts';

const box = { width: 360, height: 230, margin: 28 };

type RouteSketchProps = {
  start: Start;
  /** As they are now. */
  present: readonly NamedStop[];
  /** The order that the numbers show. */
  proposed: readonly NamedStop[];
  hasChanged: boolean;
};

/** Where the stops lie, north up, with the way through them; straight lines, no roads. */
export function RouteSketch({ start, present, proposed, hasChanged }: RouteSketchProps) {
  const [home, ...points] = sketchPoints([start, ...present], box);
  if (!home) return null;
  const spots = new Map(present.map((stop, index) => [stop.id, points[index] ?? home]));
  const spotOf = (stop: NamedStop) => spots.get(stop.id) ?? home;
  const line = (stops: readonly NamedStop[]) =>
    [home, ...stops.map(spotOf)].map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const shown = spotsOf(proposed);
  const onePoint = onePointText(shown);
  const words = `Sketch of the drive from ${start.label}: ${proposed.map(({ name }, index) => `${index + 1} ${name}`).join(', ')}.`;
  return (
    <figure className="grid gap-2">
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${box.width} ${box.height}`}
        className="mx-auto w-full max-w-xl rounded-card border border-line bg-sunken"
      >
        <polyline
          points={line(proposed)}
          fill="none"
          strokeWidth="4"
          strokeLinejoin="round"
          className="stroke-primary"
        />
        {hasChanged && (
          <polyline
            points={line(present)}
            fill="none"
            strokeWidth="2.5"
            strokeDasharray="3 7"
            strokeLinecap="round"
            className="stroke-danger"
          />
        )}
        <rect
          x={home.x - 20}
          y={home.y - 20}
          width="40"
          height="40"
          rx="9"
          strokeWidth="3"
          className="fill-marigold stroke-ink"
        />
        {shown.map(({ numbers, stop }) => {
          const { x, y } = spotOf(stop);
          const text = numbers.length > 3 ? `${numbers[0]}, ${numbers[1]}, …` : numbers.join(', ');
          const half = Math.max(14, 4.5 * text.length + 5);
          // A wide one at the edge stays inside the picture.
          const middle = Math.min(Math.max(x, half + 2), box.width - half - 2);
          return (
            <g key={stop.id}>
              <rect
                x={middle - half}
                y={y - 14}
                width={2 * half}
                height="28"
                rx="14"
                strokeWidth="3"
                className="fill-surface stroke-primary"
              />
              <text
                x={middle}
                y={y}
                dy="0.35em"
                textAnchor="middle"
                fontSize="15"
                fontWeight="700"
                className="fill-ink"
              >
                {text}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-sm">
        {onePoint && <span className="w-full">{onePoint}</span>}
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-3.5 rounded border-2 border-ink bg-marigold" />
          Start: {start.label}
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="w-6 border-primary border-t-4" />
          {hasChanged ? 'Proposed' : 'Your order'}
        </span>
        {hasChanged && (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="w-6 border-danger border-t-3 border-dotted" />
            Your order now
          </span>
        )}
      </figcaption>
    </figure>
  );
}
