import { Link } from 'react-router';
import type { Engagement } from '#contract/engagements.ts';
import type { Visit } from '#contract/visits.ts';
import { type CalendarDay, dayLabel, longDayLabel, plainDate } from '#domain/calendar.ts';
import { liveEngagementStatuses } from '#domain/engagement-status.ts';
import { moneyLabel } from '#domain/labels.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { paymentLabel, visitStatusLabel, visitTimesLabel } from './engagement-words.ts';

type VisitHistoryProps = {
  engagement: Engagement;
  /** Whether the engagement is the reader's own. */
  isCustomer: boolean;
  /** Undefined until they are there. */
  visits: { visits: readonly Visit[]; upcoming: readonly CalendarDay[] } | undefined;
  hasFailed: boolean;
  isFetching: boolean;
  onRetry: () => void;
};

/** The next visits and those that were started, each with its receipt. */
export function VisitHistory({ engagement, isCustomer, visits, hasFailed, isFetching, onRetry }: VisitHistoryProps) {
  return (
    <div className="grid gap-6">
      <Card title="Upcoming visits">
        {visits ? <Upcoming engagement={engagement} dates={visits.upcoming} /> : <Waiting hasFailed={hasFailed} />}
      </Card>
      <Card title="Visits">
        {visits ? (
          <VisitList
            visits={visits.visits}
            {...(isCustomer ? { cardsPath: `/users/${engagement.customer.userId}/payment-methods` } : {})}
          />
        ) : (
          <Waiting hasFailed={hasFailed} />
        )}
        {!visits && hasFailed && (
          <Button variant="secondary" isPending={isFetching} onPress={onRetry} className="mt-4">
            Try again
          </Button>
        )}
      </Card>
    </div>
  );
}

function Waiting({ hasFailed }: { hasFailed: boolean }) {
  if (hasFailed) return <p className="text-ink-soft">The visits could not be loaded.</p>;
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading visits</span>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-5 w-2/5" />
    </div>
  );
}

function Upcoming({ engagement: { status }, dates }: { engagement: Engagement; dates: readonly CalendarDay[] }) {
  if (dates.length === 0) {
    const isLive = liveEngagementStatuses.some((live) => live === status);
    return (
      <p className="text-ink-soft">
        {isLive && status !== 'ENGAGEMENT_STATUS_PAUSED'
          ? 'The dates show here once a worker has picked the days.'
          : 'No visits are planned.'}
      </p>
    );
  }
  return (
    <ul className="flex flex-wrap gap-2">
      {dates.map((date) => (
        <li
          key={`${date.year}-${date.month}-${date.day}`}
          className="rounded-control bg-sunken px-3 py-2 font-semibold text-sm sm:px-3.5 sm:text-base"
        >
          {dayLabel(plainDate(date))}
        </li>
      ))}
    </ul>
  );
}

type VisitListProps = {
  visits: readonly Visit[];
  /** Where the reader's cards are, for the customer only. */
  cardsPath?: string;
};

function VisitList({ visits, cardsPath }: VisitListProps) {
  if (visits.length === 0) return <p className="text-ink-soft">None yet. Each visit shows here with its receipt.</p>;
  return (
    <ol className="divide-y divide-line">
      {visits.map((visit) => (
        <li
          key={visit.work.id}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0"
        >
          <VisitProgress visit={visit} />
          {visit.charge && (
            <Receipt
              charge={visit.charge}
              {...(cardsPath && visit.charge.status === 'declined' ? { cardsPath } : {})}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

function VisitProgress({ visit }: { visit: Visit }) {
  const times = visitTimesLabel(visit);
  return (
    <div>
      <h3 className="text-lg">{longDayLabel(visit.date)}</h3>
      <p className="mt-1">{visitStatusLabel(visit.work.status)}</p>
      {times && <p className="text-ink-soft text-sm">{times}</p>}
    </div>
  );
}

function Receipt({ charge, cardsPath }: { charge: NonNullable<Visit['charge']>; cardsPath?: string }) {
  const isTrouble = charge.status === 'declined' || charge.status === 'action-required';
  return (
    <div className="sm:text-right">
      <p className="font-bold font-display text-lg tabular-nums">{moneyLabel(charge.amount)}</p>
      {charge.discount > 0 && (
        <p className="text-ink-soft text-sm">after {moneyLabel(charge.discount)} off with your coupon</p>
      )}
      <p className={isTrouble ? 'font-semibold text-danger' : charge.status === 'paid' ? 'text-success' : ''}>
        {paymentLabel(charge)}
      </p>
      {cardsPath && (
        <Link to={cardsPath} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
          Check your payment methods
        </Link>
      )}
    </div>
  );
}
