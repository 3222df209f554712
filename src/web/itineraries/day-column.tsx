import { useId } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { entriesOf, keyOf } from '#web/offline/outbox-entry.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { byUrgency, isToDo, jobCountLabel, nextJob, routeUrl } from './itinerary-columns.ts';
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
  const { entries } = useOutbox();
  const { shown, settled } = isToday
    ? byUrgency(jobs, (job) => entriesOf(keyOf(job), entries).length > 0)
    : { shown: jobs, settled: [] };
  const left = jobs.filter(isToDo);
  const next = isToday ? nextJob(jobs) : undefined;
  // Columns of the browser's own leave no hole beside a long card; one card alone has all of the width.
  const listClass = (list: readonly Job[]) =>
    `mt-3 sm:mt-4 ${isWide && list.filter((job) => job !== next).length > 1 ? 'gap-4 md:columns-2' : ''}`;
  const toCard = (job: Job) => (
    <JobCard
      key={job.engagement.id}
      job={job}
      neighbours={jobs}
      {...(emptyText && { number: jobs.indexOf(job) + 1 })}
      isNext={job === next}
      hasRow={isWide && job === next}
      workerId={workerId}
      canWorkOnDay={isToday}
    />
  );
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
        <div className={isWide ? 'py-12 text-center text-lg' : 'py-4'}>
          <p className="text-ink-soft">{emptyText}</p>
          {isToday && (
            <PageLink to={`/worker/${workerId}/plan`} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
              See your plan
            </PageLink>
          )}
        </div>
      ) : (
        <ol className={listClass(shown)}>{shown.map(toCard)}</ol>
      )}
      {settled.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer content-center font-semibold">{settled.length} done</summary>
          <ol className={listClass(settled)}>{settled.map(toCard)}</ol>
        </details>
      )}
      {isToday && left.length > 1 && (
        <LinkButton to={routeUrl(left)} newTab variant="secondary" className="mt-4">
          The whole route in Maps
        </LinkButton>
      )}
    </section>
  );
}
