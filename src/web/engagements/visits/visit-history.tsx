import type { Engagement } from '#contract/engagements.ts';
import type { Visit } from '#contract/visits.ts';
import { longDayLabel } from '#domain/calendar.ts';
import { isLive } from '#domain/engagement-status.ts';
import { moneyLabel } from '#domain/labels.ts';
import { visitStatusLabel } from '#domain/work-status.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Card } from '#web/ui/card.tsx';
import { ListBatch } from '#web/ui/list-batch.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { paymentLabel, visitTimesLabel } from '../engagement-words.ts';
import { useReader } from '../use-reader.ts';
import { UpcomingVisits } from './upcoming-visits.tsx';
import { isoDate, pastDays, skipLabel, type Visits } from './visit-days.ts';
import { VisitPhotos } from './visit-photos.tsx';

type VisitHistoryProps = {
  engagement: Engagement;
  /** Undefined until they are there. */
  visits: Visits | undefined;
  hasFailed: boolean;
  isFetching: boolean;
  onRetry: () => void;
  /** The reader's saved ways to pay by id, for the receipts. */
  cardNames: ReadonlyMap<string, string>;
};

/** The next visits and those that were made, each with its receipt. */
export function VisitHistory({ engagement, visits, hasFailed, ...rest }: VisitHistoryProps) {
  const { isCustomer } = useReader(engagement);
  const { isFetching, onRetry, cardNames } = rest;
  return (
    <div className="grid gap-6">
      <Card title="Upcoming visits">
        {visits ? <UpcomingVisits engagement={engagement} visits={visits} /> : <Waiting hasFailed={hasFailed} />}
      </Card>
      <Card title="Visits">
        {visits || hasFailed ? (
          <PastDays
            key={engagement.id}
            loaded={{ currentData: visits, error: hasFailed, isFetching, refetch: onRetry }}
            isFirst
            engagementId={engagement.id}
            isLive={isLive(engagement)}
            isCustomer={isCustomer}
            cardNames={cardNames}
          />
        ) : (
          <Waiting hasFailed={false} />
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

type HistoryProps = Pick<VisitHistoryProps, 'cardNames'> & {
  engagementId: string;
  isCustomer: boolean;
  isLive: boolean;
};

type PastDaysProps = HistoryProps & {
  /** The query of this page of the visits. */
  loaded: { currentData?: Visits | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  isFirst: boolean;
};

/** One page of the days that are over and, once asked for, the earlier ones below it. */
function PastDays({ loaded, isFirst, ...history }: PastDaysProps) {
  const { isCustomer, cardNames } = history;
  const visits = loaded.currentData;
  return (
    <div className="grid gap-4">
      <ListBatch
        what="visits"
        loaded={loaded}
        rows={visits && pastDays(visits)}
        isFirst={isFirst}
        empty={
          <p className="text-ink-soft">
            {history.isLive
              ? `None yet. Each visit shows here${isCustomer ? ' with its receipt' : ''}.`
              : 'There were none.'}
          </p>
        }
        next={visits?.next}
        more={(next) => <EarlierDays after={next} {...history} />}
      >
        {(days) => (
          <ol className="divide-y divide-line">
            {days.map((day) => (
              <li key={day.visit?.work.id ?? `skip ${isoDate(day.date)}`} className="py-4 first:pt-0 last:pb-0">
                {day.visit ? (
                  <VisitRow
                    visit={day.visit}
                    status={day.skip ? skipLabel(day.skip, isCustomer) : statusOn(day.visit, visits?.today)}
                    cardNames={cardNames}
                  />
                ) : (
                  <>
                    <h3 className="text-ink-soft text-lg">{longDayLabel(day.date)}</h3>
                    <p className="mt-1 text-ink-soft">{day.skip && skipLabel(day.skip, isCustomer)}</p>
                  </>
                )}
              </li>
            ))}
          </ol>
        )}
      </ListBatch>
    </div>
  );
}

/** @param after the `next` of the page above */
function EarlierDays({ after, ...history }: HistoryProps & { after: string }) {
  const loaded = api.useListVisitsQuery(
    { params: { engagementId: history.engagementId }, query: { after } },
    { refetchOnMountOrArgChange: true },
  );
  useLoadFailure(loaded.error, { stay: true });
  return (
    <div className="border-line border-t pt-4">
      <PastDays loaded={loaded} isFirst={false} {...history} />
    </div>
  );
}

/** Nobody is on the way any more to a visit of a day that is over. */
function statusOn({ work, date }: Visit, today: Visits['today'] | undefined): string {
  const isOver = today && isoDate(date) < isoDate(today);
  return isOver && work.status !== 'WORK_STATUS_WORK_COMPLETED' ? 'Not finished' : visitStatusLabel(work.status);
}

type VisitRowProps = { visit: Visit; status: string; cardNames: ReadonlyMap<string, string> };

function VisitRow({ visit, status, cardNames }: VisitRowProps) {
  const times = visitTimesLabel(visit);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h3 className="text-lg">{longDayLabel(visit.date)}</h3>
          <p className="mt-1">{status}</p>
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
  const isTrouble = ['declined', 'not-confirmed', 'action-required'].includes(charge.status);
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
