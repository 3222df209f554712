import { Link } from 'react-router';
import type { Worker } from '#contract/workers.ts';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { countedLabel, enumLabel } from '#domain/labels.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useIsPhone } from '#web/ui/use-is-wide.ts';

/** A worker's plan, day by day in the order of the round; on a phone, where it is long, each day is opened. */
export function WorkerWeek({ worker: { profileId, week, paused } }: { worker: Worker }) {
  const isPhone = useIsPhone();
  const days = weekDaysInOrder
    .map((day) => ({ day, places: week.filter(({ dayOfWeek }) => dayOfWeek === day) }))
    .filter(({ places }) => places.length > 0);
  return (
    <Card
      title="Week"
      description={paused > 0 ? `${countedLabel(paused, 'service')} of theirs rest besides.` : undefined}
      actions={
        <LinkButton to={`/workers/${profileId}/engagements`} variant="quiet" size="edge">
          Engagements
        </LinkButton>
      }
    >
      {days.length === 0 && <p className="text-ink-soft">Nothing is in the plan.</p>}
      <div className="grid gap-1 sm:gap-5">
        {days.map(({ day, places }) => (
          <section key={day} aria-label={enumLabel(day)}>
            <details open={!isPhone}>
              <summary className="min-h-11 cursor-pointer content-center sm:min-h-0">
                <h3 className="inline text-lg">
                  {enumLabel(day)}{' '}
                  <span className="font-normal text-ink-soft">· {countedLabel(places.length, 'visit')}</span>
                </h3>
              </summary>
              <ul className="divide-y divide-line">
                {places.map(({ id, engagementId, customer, productName, streetAddress1, city, interval }) => (
                  <li key={id} className="items-center gap-x-4 py-0.5 sm:grid sm:grid-cols-[10rem_minmax(0,1fr)]">
                    <Link
                      to={`/customers/${customer.profileId}/engagements/${engagementId}`}
                      className={`inline-flex min-h-11 items-center ${textLinkClass}`}
                    >
                      {customer.name}
                    </Link>
                    <p className="text-ink-soft max-sm:pb-1">
                      {streetAddress1}, {city} · {productName}
                      {interval === 2 && ', every 2 weeks'}
                    </p>
                  </li>
                ))}
              </ul>
            </details>
          </section>
        ))}
      </div>
    </Card>
  );
}
