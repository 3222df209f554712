import { useId } from 'react';
import { enumLabel } from '#domain/labels.ts';
import type { PlanGroup } from './plan-edits.ts';
import { type PlanRowActions, Row } from './plan-row.tsx';

type GroupProps = PlanRowActions & { group: PlanGroup; highlightedId?: string };

/** One day of the plan, or what has no day yet. */
export function Group({ group: { day, rows }, highlightedId, ...actions }: GroupProps) {
  const headingId = useId();
  const isEmpty = rows.length === 0;
  return (
    <section
      aria-labelledby={headingId}
      className={`overflow-hidden rounded-card border border-line ${isEmpty ? '' : 'bg-surface shadow-card'}`}
    >
      <h2
        id={headingId}
        className={`flex items-center justify-between gap-3 px-5 py-3 text-xl md:px-7 ${isEmpty ? 'text-ink-soft' : 'bg-sunken'}`}
      >
        {day === 'unscheduled' ? 'Unscheduled' : enumLabel(day)}
        <span className="min-w-8 rounded-full border border-line-strong px-2.5 py-1 text-center font-sans font-semibold text-base leading-none tracking-normal">
          {rows.length}
        </span>
      </h2>
      {!isEmpty && (
        <ol className="divide-y divide-line">
          {rows.map((row) => (
            <Row
              key={row.place?.id ?? row.engagement.id}
              row={row}
              isHighlighted={row.engagement.id === highlightedId}
              {...actions}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
