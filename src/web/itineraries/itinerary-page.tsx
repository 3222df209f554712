import { useState } from 'react';
import { useParams } from 'react-router';
import type { Job } from '#contract/itineraries.ts';
import { dayLabel, plainDate, type WeekDay } from '#domain/calendar.ts';
import { countedLabel, enumLabel, fullName } from '#domain/labels.ts';
import { weekLabel } from '#domain/week-label.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { OfflineBanner } from '#web/offline/offline-banner.tsx';
import { RefusedEntries } from '#web/offline/outbox-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { wrappedLinkClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { Skeleton, SkeletonCards } from '#web/ui/skeleton.tsx';
import { useIsPhone } from '#web/ui/use-is-wide.ts';
import { DayColumn } from './day-column.tsx';
import { type DayOfItinerary, daysOfItinerary, firstDay, isToDo, yesterdayTitle } from './itinerary-columns.ts';
import { JobCard } from './job-card.tsx';
import { useItinerary } from './use-itinerary.ts';
import { DayPicker, type ItineraryView, ViewToggle, WeekBar } from './week-bar.tsx';

/** Where a worker's days are worked through. */
export default function ItineraryPage() {
  const { workerId } = useParams();
  useInvalidUrl(!workerId);
  return workerId ? <Itinerary workerId={workerId} /> : null;
}

/** A worker's visits, by day or by week, with the next step of each of today's. */
function Itinerary({ workerId }: { workerId: string }) {
  const [view, setView] = useState<ItineraryView>('day');
  const itinerary = useItinerary(workerId);
  const { week, isCurrentWeek, jobs, unfinished, today, hasFailed, isFetching, refresh, goBy, goToCurrent } = itinerary;
  // What was just finished stands there as long as it can be undone.
  const left = unfinished.filter(isToDo);
  const startDay = today && firstDay(week, today);
  const stretch = `${week.year} ${week.week} ${startDay}`;
  const [chosen, choose] = useState<{ stretch: string; day: WeekDay }>();
  const shown = chosen?.stretch === stretch ? chosen.day : startDay;
  const days = today && jobs && daysOfItinerary(week, jobs, today);
  // On a phone the week stands below today: what comes next is what the page is opened for.
  const isBelow = useIsPhone() && view === 'day' && isCurrentWeek && shown === startDay;
  const bar = (
    <div className={isBelow ? 'mt-8' : ''}>
      <WeekBar week={week} isCurrentWeek={isCurrentWeek} onGoBy={goBy} onCurrent={goToCurrent}>
        <ViewToggle view={view} onChange={setView} />
        <RefreshButton isPending={isFetching} onPress={refresh} />
      </WeekBar>
      {days && shown && view === 'day' && (
        <DayPicker
          days={days}
          day={shown}
          onChange={(day) => {
            choose({ stretch, day });
            scrollTo(0, 0);
            // It may have moved, which loses the focus.
            requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-label=Day] :checked')?.focus());
          }}
        />
      )}
    </div>
  );
  return (
    <div className={`content-width flex flex-col py-10 max-sm:pt-4 ${view === 'week' ? 'max-w-[90rem]!' : ''}`}>
      <PageHeading title="Itinerary" />
      {/* Whose it is and of which year, which the screen need not say. */}
      <p className="mb-3 hidden print:block">
        {fullName(useCurrentProfile())}, {weekLabel(week)}
      </p>
      <OfflineBanner workerId={workerId} week={week} isKept={itinerary.isKept} />
      <RefusedEntries />
      {!isBelow && bar}
      {left.length > 0 && (
        <p className="mb-2 rounded-control bg-warn-tint px-3 py-2.5 text-warn">
          Left from yesterday:{' '}
          <a href="#yesterday" className={wrappedLinkClass}>
            {countedLabel(left.length, 'visit')}
          </a>
        </p>
      )}
      {days && jobs ? (
        <Columns
          days={view === 'week' ? days : days.filter(({ day }) => day === shown)}
          unscheduled={jobs.filter(({ scheduleInstance }) => scheduleInstance.dayOfWeek === 'DAY_OF_WEEK_UNKNOWN')}
          view={view}
          workerId={workerId}
        />
      ) : hasFailed && !isFetching ? (
        <EmptyState title="The itinerary could not be loaded" action={<Button onPress={refresh}>Try again</Button>} />
      ) : (
        <>
          {view === 'day' && !isBelow && <Skeleton className="mb-6 h-20 w-full" />}
          {/* As high as a phone, so that the week below does not jump out of sight when the visits come. */}
          <SkeletonCards label="Loading itinerary" className={isBelow ? 'min-h-[42rem]' : ''} />
        </>
      )}
      {unfinished.length > 0 && <Unfinished jobs={unfinished} workerId={workerId} />}
      {isBelow && bar}
    </div>
  );
}

/** What was begun yesterday stands below today's visits, so that the next action is on a phone's first screen; a line above leads here. */
function Unfinished({ jobs, workerId }: { jobs: readonly Job[]; workerId: string }) {
  const left = jobs.filter(isToDo).length;
  return (
    <section
      id="yesterday"
      aria-labelledby="unfinished-title"
      className="my-8 rounded-card border-2 border-marigold p-4 sm:p-5"
    >
      <h2 id="unfinished-title" className="text-xl">
        {yesterdayTitle(jobs)}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {left > 0
          ? 'Go on here today, or say that you could not do it. After today only the office can.'
          : 'All done. You can undo the last step for one minute.'}
      </p>
      <ol className={`grid gap-4 print:block print:*:mb-4 ${jobs.length > 1 ? 'md:grid-cols-2' : ''}`}>
        {jobs.map((job) => (
          <JobCard key={job.engagement.id} job={job} neighbours={[]} workerId={workerId} canWorkOnDay />
        ))}
      </ol>
    </section>
  );
}

type ColumnsProps = {
  days: readonly DayOfItinerary[];
  unscheduled: readonly Job[];
  view: ItineraryView;
  workerId: string;
};

function Columns({ days, unscheduled, view, workerId }: ColumnsProps) {
  const shared = { workerId, isWide: view === 'day' };
  return (
    <div className={view === 'day' ? 'grid gap-10' : 'grid gap-x-6 gap-y-10 md:grid-cols-2 xl:grid-cols-4'}>
      {days.map(({ day, date, isToday, jobs }) => (
        <DayColumn
          key={day}
          title={dayLabel(plainDate(date))}
          jobs={jobs}
          isToday={isToday}
          emptyText={`No jobs scheduled ${isToday ? 'today' : `on ${enumLabel(day)}`}.`}
          {...shared}
        />
      ))}
      {unscheduled.length > 0 && <DayColumn title="Unscheduled" jobs={unscheduled} {...shared} />}
    </div>
  );
}
