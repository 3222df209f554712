import { Link } from 'react-router';
import type { CalendarCell, CalendarVisit, CalendarWorker } from '#contract/calendar.ts';
import { calendarDay, dayLabel, isBefore, isSameDay, plainDate } from '#domain/calendar.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { PlacedVisit } from './calendar-page.tsx';
import { countsLabel, mayMove, movedLabel, stateLabels } from './calendar-words.ts';
import type { Wanted } from './day-off-dialog.tsx';
import type { Calendar } from './use-calendar.ts';
import type { CalendarView } from './use-calendar-query.ts';
import type { SelectedVisit, Selection } from './use-selection.ts';

export type CalendarDaysProps = {
  calendar: Calendar;
  from: Temporal.PlainDate;
  view: CalendarView;
  onOpenDay: (day: Temporal.PlainDate) => void;
  onMove: (visit: PlacedVisit) => void;
  /** Sets days off of a worker; absent where the caller may not. */
  onDayOff?: ((wanted: Wanted) => void) | undefined;
  /** While staff select visits; else a press moves one. */
  selection: Selection | undefined;
};

/** Each worker's days, beside each other; of one day the workers stand beside or, on a phone, below each other. */
export function WorkerDays({ calendar, from, view, onDayOff, ...acts }: CalendarDaysProps) {
  const days = Array.from({ length: view === 'day' ? 1 : 7 }, (_, index) => from.add({ days: index }));
  const cellsOf = Map.groupBy(calendar.cells, ({ workerProfileId }) => workerProfileId);
  return (
    <ol className={view === 'day' ? 'grid gap-5 md:grid-cols-2 xl:grid-cols-3' : 'grid gap-5'}>
      {calendar.workers.map((worker) => (
        <li key={worker.profileId} className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
          <h3 className="mb-3 text-xl">
            {worker.name}
            {!worker.mayWork && <span className="ml-2 font-normal text-base text-ink-soft">takes no new visits</span>}
          </h3>
          <ol className={view === 'day' ? 'grid' : 'grid grid-cols-7 gap-2 print:block'}>
            {days.map((day) => (
              <Day
                key={day.toString()}
                day={day}
                worker={worker}
                calendar={calendar}
                view={view}
                cell={(cellsOf.get(worker.profileId) ?? []).find(({ date }) => isSameDay(date, calendarDay(day)))}
                onDayOff={view === 'day' ? onDayOff : undefined}
                {...acts}
              />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

type DayProps = Omit<CalendarDaysProps, 'from'> & {
  day: Temporal.PlainDate;
  worker: CalendarWorker;
  cell: CalendarCell | undefined;
};

function Day({ day, worker, calendar, view, cell, onDayOff, ...acts }: DayProps) {
  const isToday = isSameDay(calendar.today, calendarDay(day));
  const holiday = calendar.holidays.find((one) => isSameDay(one.day, calendarDay(day)));
  const off = offOn(calendar, worker, day);
  return (
    <li className={`min-w-0 ${view === 'week' ? 'border-line border-l pl-2' : ''}`}>
      {view === 'week' && (
        <h4 className={`mb-1 text-base ${isToday ? 'font-bold text-primary' : 'font-semibold'}`}>
          {dayLabel(day)}
          {isToday && <span className="sr-only">, today</span>}
        </h4>
      )}
      {holiday && (
        <p className="mb-1 rounded-control bg-warn-tint px-2 py-1 text-sm text-warn">{holiday.name}: everyone is off</p>
      )}
      {off && (
        <p className="mb-1 rounded-control bg-warn-tint px-2 py-1 text-sm text-warn">
          {off.name === 'Days off' ? off.name : `Off: ${off.name}`}
        </p>
      )}
      {cell ? (
        <CellVisits cell={cell} worker={worker} {...acts} />
      ) : (
        !holiday && !off && <p className="text-ink-soft text-sm">No visits</p>
      )}
      <SetDaysOff day={day} worker={worker} calendar={calendar} onDayOff={onDayOff} />
    </li>
  );
}

/** @returns the days off of a worker, if a day is one of them */
export const offOn = ({ workersOff }: Calendar, { profileId }: CalendarWorker, on: Temporal.PlainDate) =>
  workersOff.find(
    ({ workerProfileId, day, lastDay }) =>
      workerProfileId === profileId && !isBefore(on, plainDate(day)) && !isBefore(plainDate(lastDay), on),
  );

type SetDaysOffProps = Pick<DayProps, 'day' | 'worker' | 'calendar' | 'onDayOff'>;

/** Begins days off of a worker with a day on which they work. */
export function SetDaysOff({ day, worker, calendar, onDayOff }: SetDaysOffProps) {
  const isOver = isBefore(day, plainDate(calendar.today));
  const isHoliday = calendar.holidays.some((one) => isSameDay(one.day, calendarDay(day)));
  if (!onDayOff || !worker.mayWork || isOver || isHoliday || offOn(calendar, worker, day)) return null;
  return (
    <Button
      variant="quiet"
      size="edge"
      className="mt-1 print:hidden"
      aria-label={`Set days off: ${worker.name}, ${dayLabel(day)}`}
      onPress={() => onDayOff({ day: calendarDay(day), name: 'Days off', worker })}
    >
      Set days off
    </Button>
  );
}

type CellVisitsProps = Pick<CalendarDaysProps, 'onOpenDay' | 'onMove' | 'selection'> & {
  cell: CalendarCell;
  worker: CalendarWorker;
};

/** A worker's visits of one day. */
export function CellVisits({ cell, worker, onOpenDay, onMove, selection }: CellVisitsProps) {
  const rest = cell.count - cell.visits.length;
  const day = plainDate(cell.date);
  const selectable = cell.visits.flatMap((visit) => {
    const { visitId } = visit;
    return visitId && mayMove(visit) ? [{ ...visit, visitId, date: cell.date, worker }] : [];
  });
  return (
    <>
      <p className="mb-2 text-ink-soft text-sm">{countsLabel(cell)}</p>
      {selection && selectable.length > 1 && (
        <SelectAll visits={selectable} selection={selection} whose={`${worker.name} on ${dayLabel(day)}`} />
      )}
      <ul className="dense-on-paper grid gap-1.5">
        {cell.visits.map((visit) => (
          <li key={visit.visitId ?? visit.engagementId}>
            <VisitRow
              visit={visit}
              whenAndWho={`${dayLabel(day)}, ${worker.name}`}
              onMove={() => onMove({ ...visit, date: cell.date, worker })}
              selection={selection}
              selectable={selectable.find(({ visitId }) => visitId === visit.visitId)}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button
          variant="quiet"
          size="edge"
          className="mt-1"
          onPress={() => onOpenDay(day)}
          aria-label={`${rest} more: all ${cell.count} visits of ${worker.name} on ${dayLabel(day)}`}
        >
          {rest} more
        </Button>
      )}
    </>
  );
}

type SelectAllProps = { visits: readonly SelectedVisit[]; selection: Selection; whose: string };

/** Selects the visits of a worker's day that are in view, or none of them. */
function SelectAll({ visits, selection, whose }: SelectAllProps) {
  const areAll = visits.every(({ visitId }) => selection.has(visitId));
  const words = areAll ? 'Select none' : `Select all ${visits.length}`;
  return (
    <Button
      variant="quiet"
      size="edge"
      className="mb-1"
      onPress={() => selection.set(visits, !areAll)}
      aria-label={`${words}: ${whose}`}
    >
      {words}
    </Button>
  );
}

type VisitRowProps = Pick<CellVisitsProps, 'selection'> & {
  visit: CalendarVisit;
  /** Only heard: a customer may have a visit on each day, and the eye sees where it stands. */
  whenAndWho: string;
  onMove: () => void;
  selectable: SelectedVisit | undefined;
};

/** A visit that is to come can be moved, or selected; any other leads to its service. */
function VisitRow({ visit, whenAndWho, onMove, selection, selectable }: VisitRowProps) {
  const moved = movedLabel(visit);
  const base = `min-h-11 w-full rounded-control border-line border-l-4 bg-sunken px-2.5 text-left text-ink text-sm ${edges[visit.state]}`;
  const look = `grid cursor-pointer gap-0.5 py-1.5 no-underline hover:bg-line ${base}`;
  const words = (
    <>
      <span className={`wrap-anywhere font-semibold ${visit.state === 'skipped' ? 'line-through' : ''}`}>
        {visit.customerName}
      </span>
      <span className="wrap-anywhere text-ink-soft">
        {visit.city}
        {visit.state !== 'not-started' && `, ${stateLabels[visit.state].toLowerCase()}`}
      </span>
      {moved && <span className="wrap-anywhere text-ink-soft">{moved}</span>}
      <span className="sr-only">, {whenAndWho}</span>
    </>
  );
  if (selection && selectable) {
    return (
      // The bar with what can be done covers the end of the window. In a narrow column the words stand below their box.
      <div
        className={`${base} [&_input]:scroll-mb-40 [&_label]:flex-wrap [&_label]:gap-y-1 [&_label>span:last-child]:flex-[1_1_5rem]`}
      >
        <Checkbox
          label={<span className="grid gap-0.5">{words}</span>}
          value={selection.has(selectable.visitId)}
          onChange={(isSelected) => selection.set([selectable], isSelected)}
        />
      </div>
    );
  }
  // A press must not lead away from what is selected.
  if (selection) return <div className={`grid gap-0.5 py-1.5 opacity-60 ${base}`}>{words}</div>;
  if (mayMove(visit)) {
    return (
      <button type="button" onClick={onMove} className={look}>
        {words}
      </button>
    );
  }
  return (
    <Link to={`/customers/${visit.customerProfileId}/engagements/${visit.engagementId}`} className={look}>
      {words}
    </Link>
  );
}

const edges: Record<CalendarVisit['state'], string> = {
  'not-started': 'border-l-line-strong',
  'under-way': 'border-l-marigold',
  done: 'border-l-success',
  skipped: 'border-l-line',
  unfinished: 'border-l-warn',
  missed: 'border-l-danger',
};
