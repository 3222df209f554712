import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CalendarVisit, CalendarWorker } from '#contract/calendar.ts';
import { type CalendarDay, dayInWords, plainDate, shortDayLabel } from '#domain/calendar.ts';
import { textOfDay } from '#web/app/day-text.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import type { Wanted } from './day-off-dialog.tsx';
import { type Done, JustDone } from './just-done.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PhoneWeek } from './phone-week.tsx';
import { SelectionBar, type SeveralAction } from './selection-bar.tsx';
import { UnassignedList } from './unassigned-list.tsx';
import { UndecidedList } from './undecided-list.tsx';
import { useCalendar } from './use-calendar.ts';
import { type CalendarView, useCalendarQuery } from './use-calendar-query.ts';
import { useSelection } from './use-selection.ts';
import { WorkerDays } from './worker-days.tsx';

const AssignDialog = later(async () => (await import('./assign-dialog.tsx')).AssignDialog);
const DayOffDialog = later(async () => (await import('./day-off-dialog.tsx')).default);
const SeveralDialog = later(async () => (await import('./several-dialog.tsx')).SeveralDialog);

const views: { value: CalendarView; label: string }[] = [
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
];

/** A visit with where it stands in the calendar. */
export type PlacedVisit = Pick<
  CalendarVisit,
  'engagementId' | 'customerProfileId' | 'customerName' | 'streetAddress1' | 'reason'
> & {
  date: CalendarDay;
  worker: Pick<CalendarWorker, 'profileId' | 'name'>;
};

/** All workers' visits of a day or week, with what nobody has and what was missed; staff move visits here. */
export default function CalendarPage() {
  const [today, setToday] = useState<CalendarDay>();
  const { view, from, query, show, previous, next } = useCalendarQuery(today);
  const { shown: currentData, error, isFetching, refetch, hasNextPage, fetchNextPage } = useCalendar(query);
  useLoadFailure(error, { stay: true });
  const [moving, setMoving] = useState<PlacedVisit>();
  const [done, setDone] = useState<Done>();
  const [assigning, setAssigning] = useState<string>();
  const [dayOff, setDayOff] = useState<Wanted>();
  const maySetDaysOff = useMay('holidays');
  const [changing, setChanging] = useState<SeveralAction>();
  const title = useRef<HTMLHeadingElement>(null);
  // What had the focus may be gone when something is done; then it goes to the days' heading, once dialogs are closed.
  const [focusLost, setFocusLost] = useState(0);
  useEffect(() => {
    if (focusLost > 0) title.current?.focus();
  }, [focusLost]);
  const focusTitle = () => setFocusLost((count) => count + 1);
  const isCovered = Boolean(moving || assigning || changing || dayOff);
  const { selection, start, end } = useSelection(isCovered, focusTitle);
  const endSelection = () => {
    end();
    focusTitle();
  };
  if (currentData && textOfDay(currentData.today) !== textOfDay(today)) setToday(currentData.today);
  const last = from.add({ days: 6 });
  // A phone has no room for a week of days beside each other.
  const CalendarDays = useIsWide() || view === 'day' ? WorkerDays : PhoneWeek;
  const titleText =
    view === 'day'
      ? `${dayInWords(from)}, ${from.year}`
      : `${shortDayLabel(from)} to ${shortDayLabel(last)}, ${last.year}`;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Calendar"
        description="Every worker’s visits. Press one to move it or give it to someone else."
        actions={
          <LinkButton variant="secondary" to="/calendar/days-off">
            Days off
          </LinkButton>
        }
      />
      <div className="mb-6 grid gap-4">
        <div className="flex flex-wrap items-end gap-3 print:hidden">
          <Select
            label="Show"
            options={views}
            value={view}
            onChange={(value) => show({ view: value })}
            className="w-28 sm:w-32"
          />
          <DateField
            label="Day"
            value={dayOf(from)}
            onChange={(day) => day && textOfDay(day) && show({ day: plainDate(day) })}
            className="w-40 sm:w-44"
          />
          <div className="flex gap-2 sm:gap-3">
            <Button
              variant="secondary"
              size="icon"
              aria-label={`${view === 'day' ? 'Day' : 'Week'} before`}
              onPress={previous}
            >
              <ArrowLeft aria-hidden="true" className="size-6" />
            </Button>
            <Button
              variant="secondary"
              className="max-sm:px-2.5"
              onPress={() => show({ day: plainDate(today ?? dayOf(from)) })}
              isDisabled={!today}
            >
              Today
            </Button>
            <Button
              variant="secondary"
              size="icon"
              aria-label={`${view === 'day' ? 'Day' : 'Week'} after`}
              onPress={next}
            >
              <ArrowRight aria-hidden="true" className="size-6" />
            </Button>
            {!selection && (
              <Button
                variant="secondary"
                className="max-sm:px-2.5"
                onPress={start}
                isDisabled={!currentData || currentData.cells.length === 0}
              >
                Select
              </Button>
            )}
          </div>
        </div>
        <h2 ref={title} tabIndex={-1} className="text-2xl outline-none" aria-live="polite">
          {titleText}
        </h2>
      </div>
      {done && <JustDone key={done.madeAt} done={done} onEnd={() => setDone(undefined)} onFocusLost={focusTitle} />}
      {currentData ? (
        <div className="grid gap-8">
          {currentData.workers.length === 0 ? (
            <EmptyState
              title="No workers yet"
              text="Workers show up here once they’re approved and can be paid."
              action={<LinkButton to="/workers">View workers</LinkButton>}
            />
          ) : (
            <CalendarDays
              calendar={currentData}
              from={from}
              view={view}
              onOpenDay={(day) => show({ day, view: 'day' })}
              onMove={setMoving}
              onDayOff={maySetDaysOff && !selection ? setDayOff : undefined}
              selection={selection}
            />
          )}
          {hasNextPage && (
            <Button variant="secondary" isPending={isFetching} onPress={() => void fetchNextPage()}>
              More workers
            </Button>
          )}
          <UndecidedList visits={currentData.undecided} onMove={setMoving} onFocusLost={focusTitle} />
          <UnassignedList unassigned={currentData.unassigned} onAssign={setAssigning} />
        </div>
      ) : error ? (
        <LoadFailed what="calendar" isPending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCards count={3} label="Loading the calendar" />
      )}
      {selection && <SelectionBar count={selection.visits.length} onAct={setChanging} onEnd={endSelection} />}
      {changing && selection && currentData && (
        <SeveralDialog
          action={changing}
          visits={selection.visits}
          workers={currentData.workers}
          today={currentData.today}
          onDone={(made) => {
            setChanging(undefined);
            end();
            setDone(made);
          }}
          onClose={() => setChanging(undefined)}
        />
      )}
      {moving && currentData && (
        <MoveDialog
          visit={moving}
          workers={currentData.workers}
          today={currentData.today}
          onMoved={(made) => {
            setMoving(undefined);
            setDone(made);
          }}
          onAlways={() => {
            setMoving(undefined);
            setAssigning(moving.engagementId);
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
      {assigning && currentData && (
        <AssignDialog
          engagementId={assigning}
          workers={currentData.workers}
          today={currentData.today}
          onDone={(made) => {
            setAssigning(undefined);
            if (made) setDone(made);
            else focusTitle();
          }}
          onClose={() => setAssigning(undefined)}
        />
      )}
      {dayOff && <DayOffDialog wanted={dayOff} onSet={focusTitle} onClose={() => setDayOff(undefined)} />}
    </div>
  );
}

const dayOf = ({ year, month, day }: Temporal.PlainDate): CalendarDay => ({ year, month, day });
