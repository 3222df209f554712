import { useId } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { jobCountLabel } from './itinerary-columns.ts';
import { JobCard } from './job-card.tsx';

type DayColumnProps = {
  title: string;
  jobs: readonly Job[];
  isToday?: boolean;
  /** Said when there are no jobs. */
  emptyText?: string;
  workerId: string;
  /** Fills the page with its jobs, side by side where there is room. */
  isWide: boolean;
};

/** The jobs of one day, or of none, in their order. */
export function DayColumn({ title, jobs, isToday = false, emptyText, workerId, isWide }: DayColumnProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <h2
        id={headingId}
        className={`flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b-4 pb-2 text-xl ${isToday ? 'border-marigold' : 'border-line'}`}
      >
        <span>
          {title}
          {isToday && (
            <span className="ml-2 rounded-control bg-marigold px-2 py-1 text-base text-on-marigold">Today</span>
          )}
        </span>
        <span className="font-normal font-sans text-base text-ink-soft tracking-normal">
          {jobCountLabel(jobs.length)}
        </span>
      </h2>
      {jobs.length === 0 ? (
        <p className={isWide ? 'py-12 text-center text-ink-soft text-lg' : 'py-4 text-ink-soft'}>{emptyText}</p>
      ) : (
        <ol className={`mt-4 grid grid-cols-1 gap-4 ${isWide ? 'md:grid-cols-2' : ''}`}>
          {jobs.map((job) => (
            <JobCard key={job.engagement.id} job={job} neighbours={jobs} workerId={workerId} canWorkOnDay={isToday} />
          ))}
        </ol>
      )}
    </section>
  );
}
