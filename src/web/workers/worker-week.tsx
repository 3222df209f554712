import { Link } from 'react-router';
import type { Worker } from '#contract/workers.ts';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { countedLabel, enumLabel } from '#domain/labels.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** A worker's plan, day by day in the order of the round. */
export function WorkerWeek({ worker: { profileId, week, paused } }: { worker: Worker }) {
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
      <div className="grid gap-5">
        {days.map(({ day, places }) => (
          <section key={day} aria-label={enumLabel(day)}>
            <h3 className="text-lg">
              {enumLabel(day)}{' '}
              <span className="font-normal text-ink-soft">· {countedLabel(places.length, 'visit')}</span>
            </h3>
            <ul className="divide-y divide-line">
              {places.map(({ id, engagementId, customer, productName, streetAddress1, city, interval }) => (
                <li key={id} className="py-1">
                  <Link
                    to={`/customers/${customer.profileId}/engagements/${engagementId}`}
                    className={`inline-flex min-h-11 items-center ${textLinkClass}`}
                  >
                    {customer.name}
                  </Link>
                  <p className="text-ink-soft">
                    {streetAddress1}, {city} · {productName}
                    {interval === 2 && ', every 2 weeks'}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}
