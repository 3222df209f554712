import type { StaffDesk as Desk } from '#contract/staff-desk.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { numberLabel } from '#domain/labels.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { VisitRow } from './desk-rows.tsx';
import { visitSummary, visitTotal } from './desk-words.ts';

/** How far the day is, as the one large thing of the desk; its visits once they are asked for. Nothing on a day without any. */
export function TodaysProgress({ desk: { visits, now } }: { desk: Desk }) {
  const { counts, rows } = visits;
  const total = visitTotal(counts);
  if (total === 0) return null;
  const toMake = total - counts.skipped;
  const underWay = rows.filter(({ state }) => state === 'under-way');
  const others = counts['under-way'] - underWay.length;
  return (
    <section
      aria-labelledby="todays-visits"
      className="on-evergreen-band wrap-anywhere rounded-card p-5 shadow-card sm:p-8"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="todays-visits" className="font-normal font-sans text-base text-on-evergreen-soft tracking-normal">
          Today’s visits
        </h2>
        <p className="text-on-evergreen-soft">{dayLabel(plainDate(visits.date))}</p>
      </div>
      <p className="mt-1 font-bold font-display text-3xl sm:text-4xl">
        {numberLabel(counts.done)} of {numberLabel(toMake)} done
      </p>
      <div aria-hidden="true" className="mt-4 h-3 overflow-hidden rounded-full bg-current/15">
        <div className="h-full bg-marigold" style={{ width: `${(100 * counts.done) / Math.max(1, toMake)}%` }} />
      </div>
      <p className="mt-3 text-lg">{visitSummary(visits, now)}</p>
      {underWay.length > 0 && (
        <ul className="mt-2">
          {underWay.map(({ engagementId, worker, customer, city }) => (
            <li key={engagementId}>
              {worker.name} at {customer.name}, {city}
            </li>
          ))}
          {others > 0 && <li>and {numberLabel(others)} more under way</li>}
        </ul>
      )}
      {rows.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-11 cursor-pointer rounded-control py-2 font-semibold">Show the visits</summary>
          <div className="rounded-control bg-surface px-5 text-ink">
            <ul className="divide-y divide-line">
              {rows.map((visit) => (
                <li key={visit.engagementId}>
                  <VisitRow visit={visit} />
                </li>
              ))}
            </ul>
          </div>
        </details>
      )}
      {rows.length < total && (
        <PageLink to="/todays-visits" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
          All of today’s visits
        </PageLink>
      )}
    </section>
  );
}
