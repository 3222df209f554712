import { useId } from 'react';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { type DayOfItinerary, jobCountLabel, type Unscheduled } from './itinerary-columns.ts';
import { JobCard } from './job-card.tsx';
import type { ItineraryWeek } from './use-itinerary.ts';

type DayColumnProps = {
  column: DayOfItinerary | Unscheduled;
  place: ItineraryWeek;
  /** Fills the page with its jobs, side by side where there is room. */
  isWide?: boolean;
};

/** The jobs of one day in their order. */
export function DayColumn({ column, place, isWide = false }: DayColumnProps) {
  const headingId = useId();
  const { day, jobs } = column;
  const isToday = column.day !== 'unscheduled' && column.isToday;
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <h2
        id={headingId}
        className={`flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b-4 pb-2 text-xl ${isToday ? 'border-marigold' : 'border-line'}`}
      >
        <span>
          {column.day === 'unscheduled' ? 'Unscheduled' : dayLabel(plainDate(column.date))}
          {isToday && (
            <span className="ml-2 rounded-control bg-marigold px-2 py-1 text-base text-on-marigold">Today</span>
          )}
        </span>
        <span className="font-normal font-sans text-base text-ink-soft tracking-normal">
          {jobCountLabel(jobs.length)}
        </span>
      </h2>
      {jobs.length === 0 ? (
        <p className={isWide ? 'py-12 text-center text-ink-soft text-lg' : 'py-4 text-ink-soft'}>
          {isToday || day === 'unscheduled' ? 'No jobs scheduled today.' : `No jobs scheduled on ${enumLabel(day)}.`}
        </p>
      ) : (
        <ol className={`mt-4 grid grid-cols-1 gap-4 ${isWide ? 'md:grid-cols-2' : ''}`}>
          {jobs.map((job) => (
            <JobCard key={job.engagement.id} job={job} neighbours={jobs} place={place} isOpenDay={isToday} />
          ))}
        </ol>
      )}
    </section>
  );
}
