import type { Engagement } from '#contract/engagements.ts';
import type { Visit } from '#contract/visits.ts';
import { longDayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { paymentLabel, visitStatusLabel, visitTimesLabel } from './engagement-words.ts';
import { UpcomingVisits } from './upcoming-visits.tsx';
import { isoDate, pastDays, skippedByLabel, type Visits } from './visit-days.ts';
import { VisitPhotos } from './visit-photos.tsx';

type VisitHistoryProps = {
  engagement: Engagement;
  /** Whether the engagement is the reader's own. */
  isCustomer: boolean;
  /** Undefined until they are there. */
  visits: Visits | undefined;
  hasFailed: boolean;
  isFetching: boolean;
  onRetry: () => void;
  /** The reader's saved ways to pay by id, for the receipts. */
  cardNames: ReadonlyMap<string, string>;
};

/** The next visits and those that were made, each with its receipt. */
export function VisitHistory({ engagement, isCustomer, visits, hasFailed, ...rest }: VisitHistoryProps) {
  const { isFetching, onRetry, cardNames } = rest;
  return (
    <div className="grid gap-6">
      <Card title="Upcoming visits">
        {visits ? (
          <UpcomingVisits engagement={engagement} isCustomer={isCustomer} visits={visits} />
        ) : (
          <Waiting hasFailed={hasFailed} />
        )}
      </Card>
      <Card title="Visits">
        {visits ? (
          <PastDays visits={visits} isCustomer={isCustomer} cardNames={cardNames} />
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

type PastDaysProps = { visits: Visits; isCustomer: boolean; cardNames: ReadonlyMap<string, string> };

function PastDays({ visits, isCustomer, cardNames }: PastDaysProps) {
  const days = pastDays(visits);
  if (days.length === 0) {
    return (
      <p className="text-ink-soft">
        {isCustomer ? 'None yet. Each visit shows here with its receipt.' : 'None yet. Each visit shows here.'}
      </p>
    );
  }
  return (
    <ol className="divide-y divide-line">
      {days.map((day) => (
        <li
          key={'visit' in day ? day.visit.work.id : `skip ${isoDate(day.date)}`}
          className="py-4 first:pt-0 last:pb-0"
        >
          {'visit' in day ? (
            <VisitRow visit={day.visit} cardNames={cardNames} />
          ) : (
            <>
              <h3 className="text-ink-soft text-lg">{longDayLabel(day.date)}</h3>
              <p className="mt-1 text-ink-soft">
                {skippedByLabel(day.skip, isCustomer)}
                {day.skip.reason && `: ${day.skip.reason}`}
              </p>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function VisitRow({ visit, cardNames }: { visit: Visit; cardNames: ReadonlyMap<string, string> }) {
  const times = visitTimesLabel(visit);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h3 className="text-lg">{longDayLabel(visit.date)}</h3>
          <p className="mt-1">{visitStatusLabel(visit.work.status)}</p>
          {times && <p className="text-ink-soft text-sm">{times}</p>}
        </div>
        {visit.charge && <Receipt charge={visit.charge} cardNames={cardNames} />}
      </div>
      <VisitPhotos photos={visit.photos} date={visit.date} />
    </>
  );
}

type ReceiptProps = { charge: NonNullable<Visit['charge']>; cardNames: ReadonlyMap<string, string> };

function Receipt({ charge, cardNames }: ReceiptProps) {
  const isTrouble = charge.status === 'declined' || charge.status === 'action-required';
  const card = charge.stripePaymentMethodId && cardNames.get(charge.stripePaymentMethodId);
  return (
    <div className="sm:text-right">
      <p className="font-bold font-display text-lg tabular-nums">{moneyLabel(charge.amount)}</p>
      {charge.discount > 0 && (
        <p className="text-ink-soft text-sm">after {moneyLabel(charge.discount)} off with your coupon</p>
      )}
      <p className={isTrouble ? 'font-semibold text-danger' : charge.status === 'paid' ? 'text-success' : ''}>
        {paymentLabel(charge)}
      </p>
      {card && <p className="text-ink-soft text-sm">{card}</p>}
    </div>
  );
}
