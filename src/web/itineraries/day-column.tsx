import { useId, useRef, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { DaySum, JustDone } from './day-end.tsx';
import { byUrgency, idOf, isToDo, jobCountLabel, nextJob, routeOf } from './itinerary-columns.ts';
import { JobCard } from './job-card.tsx';
import { useGoOn } from './use-go-on.ts';

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
  const list = useRef<HTMLElement>(null);
  const { shown, done } = isToday ? byUrgency(jobs) : { shown: jobs, done: [] };
  const left = jobs.filter(isToDo);
  const next = isToday ? nextJob(jobs) : undefined;
  useGoOn(list, jobs, next);
  // What was done while the page is open stands above the next one, where the finger is; what was done before it below.
  const [doneBefore] = useState(() => new Set(done.map(idOf)));
  // The next one has a row for itself, as has one that would stand alone; the others go row by row.
  const isPaired = (list: readonly Job[]) => isWide && list.filter((job) => job !== next).length > 1;
  const hasRow = (job: Job, list: readonly Job[]) => {
    const others = list.filter((other) => other !== next);
    return isWide && (job === next || (others.length > 1 && others.length % 2 === 1 && job === others.at(-1)));
  };
  const listClass = (list: readonly Job[]) =>
    `mt-3 grid gap-4 sm:mt-4 print:block print:*:mb-4 ${isPaired(list) ? 'md:grid-cols-2' : ''}`;
  const toCard = (job: Job, _: number, list: readonly Job[]) => (
    <JobCard
      key={job.engagement.id}
      job={job}
      neighbours={jobs}
      {...(emptyText && { number: jobs.indexOf(job) + 1 })}
      isNext={job === next}
      hasRow={hasRow(job, list)}
      workerId={workerId}
      canWorkOnDay={isToday}
    />
  );
  const { old = [], fresh = [] } = Object.groupBy(done, (job) => (doneBefore.has(idOf(job)) ? 'old' : 'fresh'));
  const toLine = (job: Job) => <JustDone key={`done ${idOf(job)}`} job={job} workerId={workerId} />;
  // One list, in which a card that becomes the next one stays the same card.
  const stops = [...fresh.map(toLine), ...shown.map(toCard).toSpliced(next ? 1 : 0, 0, ...old.map(toLine))];
  return (
    <section ref={list} aria-labelledby={headingId} className="min-w-0">
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
        <>
          {isToday && !next && <DaySum jobs={jobs} />}
          <ol className={`empty:hidden ${listClass(shown)}`}>{stops}</ol>
        </>
      )}
      {done.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer content-center font-semibold">{done.length} done</summary>
          <ol className={listClass(done)}>{done.map(toCard)}</ol>
        </details>
      )}
      {isToday && left.length > 1 && <RouteLink left={left} />}
    </section>
  );
}

/** The way through all stops that are left, or through as many as Google Maps takes at once. */
function RouteLink({ left }: { left: readonly Job[] }) {
  const { url, stops, isWhole } = routeOf(left);
  return (
    <div className="mt-4 grid justify-items-start gap-1">
      <LinkButton to={url} newTab variant="secondary">
        {isWhole ? 'The whole route in Maps' : `The next ${stops} stops in Maps`}
      </LinkButton>
      {!isWhole && (
        <p className="text-ink-soft text-sm">
          Google Maps takes {stops} stops at a time. You have {left.length}: open it again as you go.
        </p>
      )}
    </div>
  );
}
