import { Route } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { WeekDay } from '#domain/calendar.ts';
import type { WeekPlan } from '#domain/plan-order.ts';
import { Button } from '#web/ui/button.tsx';
import { type MovedVisits, movedOf } from './moved-visits.ts';
import type { PlanGroup, PlanRow } from './plan-edits.ts';
import { dayName, mayDropOn } from './plan-moves.ts';
import { type PlanRowActions, Row } from './plan-row.tsx';
import { type PlanDrag, useDayTarget } from './use-plan-drag.ts';

type GroupProps = PlanRowActions & {
  group: PlanGroup;
  plan: WeekPlan;
  /** What the office has moved in these weeks. */
  moved: MovedVisits;
  highlightedId?: string;
  drag: PlanDrag | undefined;
  /** The row that is being dragged. */
  dragged: PlanRow | undefined;
  onBestOrder: (day: WeekDay) => void;
  /** Shown after the rows. */
  footer?: ReactNode;
};

/** One day of the plan, or the engagements that have no day yet. */
export function PlanGroupSection({
  group,
  plan,
  moved,
  highlightedId,
  drag,
  dragged,
  onBestOrder,
  footer,
  ...actions
}: GroupProps) {
  const { day, rows } = group;
  const headingId = useId();
  const isEmpty = rows.length === 0;
  const canDrop = (row: PlanRow) => mayDropOn(plan, row, day);
  const { element, isOver } = useDayTarget(drag, { day, index: rows.length }, canDrop);
  const isNoTarget = dragged !== undefined && !canDrop(dragged);
  const name = dayName(day);
  return (
    <section
      ref={element}
      aria-labelledby={headingId}
      className={`overflow-hidden rounded-card border border-line [content-visibility:auto] [contain-intrinsic-size:auto_30rem] ${isEmpty ? '' : 'bg-surface shadow-card'} ${isOver ? 'outline-3 outline-marigold' : ''} ${isNoTarget ? 'opacity-50' : ''}`}
    >
      <div
        className={`flex items-center gap-2 px-4 py-3 sm:gap-3 md:px-7 ${isEmpty ? 'text-ink-soft' : 'bg-sunken'} ${dragged && isEmpty ? 'min-h-20' : ''}`}
      >
        <h2 id={headingId} className="flex min-w-0 flex-1 items-center gap-2 text-lg sm:gap-3 sm:text-xl">
          {name}
          <span className="min-w-8 rounded-full border border-line-strong px-2.5 py-1 text-center font-sans font-semibold text-base leading-none tracking-normal">
            {rows.length}
          </span>
        </h2>
        {day !== 'unscheduled' && rows.length > 1 && (
          <Button
            variant="quiet"
            onPress={() => onBestOrder(day)}
            aria-label={`Best order of ${name}`}
            className="-my-1 -mr-2 shrink-0 px-2! sm:-mr-3 sm:px-3!"
          >
            <Route aria-hidden="true" className="size-5 max-sm:hidden" />
            Best order
          </Button>
        )}
      </div>
      {!isEmpty && (
        <ol className="divide-y divide-line">
          {rows.map((row) => (
            <Row
              key={row.engagement.id}
              row={row}
              count={rows.length}
              moved={movedOf(moved, row.engagement.id, day)}
              isHighlighted={row.engagement.id === highlightedId}
              drag={drag}
              canDrop={canDrop}
              isDragged={isSame(row, dragged)}
              {...actions}
            />
          ))}
        </ol>
      )}
      {footer}
    </section>
  );
}

const isSame = (row: PlanRow, other: PlanRow | undefined) =>
  row.engagement.id === other?.engagement.id && row.day === other.day;
