import type { Customer } from '#contract/customers.ts';
import { dayLabel, longDayLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { EngagementStatusBadge } from '#web/engagements/engagement-status-badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** The services of a customer, those that are not over first. */
export function CustomerServices({ customer: { profileId, engagements } }: { customer: Customer }) {
  return (
    <Card
      title="Services"
      actions={
        <LinkButton to={`/customers/${profileId}/engagements`} variant="quiet" size="edge">
          As they see it
        </LinkButton>
      }
    >
      <LinkButton to={`/customers/new?customer=${profileId}`} variant="secondary" className="mb-4">
        Ask for a service
      </LinkButton>
      {engagements.length === 0 && <p className="text-ink-soft">Nothing was asked for yet.</p>}
      <ul className="divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0">
        {engagements.map(
          ({ id, productName, status, streetAddress1, workerName, baseCost, frequency, interval, wish, nextVisit }) => (
            <li key={id}>
              <div className="flex flex-wrap items-center gap-x-3">
                <h3 className="min-w-0 text-lg">
                  <PageLink
                    to={`/customers/${profileId}/engagements/${id}`}
                    className={`inline-flex min-h-11 items-center ${textLinkClass}`}
                  >
                    {productName}
                  </PageLink>
                </h3>
                <EngagementStatusBadge status={status} />
              </div>
              <p className="text-ink-soft">
                {scheduleLabel(frequency, interval)}, {moneyLabel(baseCost)} a visit
              </p>
              <p className="text-ink-soft">
                {streetAddress1}, {workerName ? `worker ${workerName}` : 'no worker'}
              </p>
              {wish && (
                <p>
                  Wants {scheduleLabel(wish.frequency, wish.interval).toLowerCase()} from {longDayLabel(wish.startDay)}{' '}
                  on; {workerName ?? 'the worker'} has not answered yet
                </p>
              )}
              {nextVisit && <p className="font-semibold">Next visit: {dayLabel(plainDate(nextVisit))}</p>}
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
