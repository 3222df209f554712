import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { Visit, VisitNote } from '#contract/visits.ts';
import { longDayLabel, momentLabel } from '#domain/calendar.ts';
import { isLive } from '#domain/engagement-status.ts';
import { moneyLabel } from '#domain/labels.ts';
import { declineToStaff } from '#domain/payment-attempts.ts';
import { visitStatusLabel } from '#domain/work-status.ts';
import { PagedList, type PagedListProps } from '#web/app/paged-list.tsx';
import { VisitTip } from '#web/tips/visit-tip.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { paymentLabel, visitTimesLabel } from '../engagement-words.ts';
import { useReader } from '../use-reader.ts';
import { UpcomingVisits } from './upcoming-visits.tsx';
import { isoDate, type PastDay, pastDays, skipLabel, type Visits } from './visit-days.ts';
import { VisitPhotos } from './visit-photos.tsx';

// Only staff open it.
const NotBilledDialog = later(async () => (await import('./not-billed-dialog.tsx')).NotBilledDialog);

type VisitHistoryProps = {
  engagement: Engagement;
  /** The query of the visits. */
  loaded: PagedListProps<PastDay>['loaded'] & { currentData?: { pages: Visits[] } | undefined };
  /** The names of the reader's saved payment methods by id, for the receipts. */
  cardNames: ReadonlyMap<string, string>;
};

/** Lists the next visits, and the past ones with their receipts. */
export function VisitHistory({ engagement, loaded, cardNames }: VisitHistoryProps) {
  const { isCustomer, type } = useReader(engagement);
  const isStaff = !isCustomer && type === 'PROFILE_TYPE_EMPLOYEE';
  const pages = loaded.currentData?.pages;
  const [visits] = pages ?? [];
  const hasFailed = Boolean(loaded.error);
  return (
    <div className="grid gap-6">
      <Card title="Upcoming visits">
        {visits ? <UpcomingVisits engagement={engagement} visits={visits} /> : <Waiting hasFailed={hasFailed} />}
      </Card>
      <Card title="Visits">
        {visits || hasFailed ? (
          <PagedList
            what="visits"
            loaded={loaded}
            rows={pages?.flatMap(pastDays)}
            keyOf={({ date }) => isoDate(date)}
            className="divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0"
            empty={
              <p className="text-ink-soft">
                {isLive(engagement)
                  ? `None yet. Each visit shows here${isCustomer ? ' with its receipt' : ''}.`
                  : 'There were none.'}
              </p>
            }
          >
            {({ date, visit, skip, notes }) =>
              visit ? (
                <VisitRow
                  engagement={engagement}
                  isCustomer={isCustomer}
                  visit={visit}
                  isStaff={isStaff}
                  notes={notes}
                  status={
                    skip
                      ? skipLabel(skip, isCustomer)
                      : visit.isLeft
                        ? 'Not finished'
                        : visitStatusLabel(visit.work.status)
                  }
                  cardNames={cardNames}
                />
              ) : (
                <>
                  <h3 className="text-ink-soft text-lg">{longDayLabel(date)}</h3>
                  <p className="mt-1 text-ink-soft">
                    {skip ? skipLabel(skip, isCustomer) : visitStatusLabel('WORK_STATUS_NOT_STARTED')}
                  </p>
                  <WrittenNotes notes={notes} isCustomer={isCustomer} />
                </>
              )
            }
          </PagedList>
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

type VisitRowProps = {
  engagement: Engagement;
  isCustomer: boolean;
  visit: Visit;
  isStaff: boolean;
  notes: readonly VisitNote[];
  status: string;
  cardNames: ReadonlyMap<string, string>;
};

function VisitRow({ engagement, isCustomer, visit, isStaff, notes, status, cardNames }: VisitRowProps) {
  const [isAsking, setAsking] = useState(false);
  const { charge } = visit;
  const times = visitTimesLabel(visit);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h3 className="text-lg">{longDayLabel(visit.date)}</h3>
          <p className="mt-1">{status}</p>
          {times && <p className="text-ink-soft text-sm">{times}</p>}
        </div>
        {charge && <Receipt charge={charge} cardNames={cardNames} isOwn={isCustomer} />}
      </div>
      {isStaff && charge?.status === 'open' && (
        <Button
          variant="quiet"
          aria-label={`Do not bill the visit of ${longDayLabel(visit.date)}`}
          onPress={() => setAsking(true)}
        >
          Do not bill…
        </Button>
      )}
      {isAsking && charge && <NotBilledDialog visit={visit} amount={charge.amount} onClose={() => setAsking(false)} />}
      <VisitPhotos photos={visit.photos} date={visit.date} />
      <WrittenNotes notes={notes} isCustomer={isCustomer} />
      <VisitTip
        customerProfileId={engagement.customer.id}
        engagementId={engagement.id}
        visit={{ ...visit, workId: visit.work.id }}
        isOwn={isCustomer}
      />
    </>
  );
}

/** What the worker wrote at a visit; others than the customer read for whom it was. */
function WrittenNotes({ notes, isCustomer }: { notes: readonly VisitNote[]; isCustomer: boolean }) {
  return notes.map(({ id, by, reader, text, at }) => (
    <figure key={id} className="wrap-anywhere mt-3 rounded-control bg-sunken px-4 py-3">
      <figcaption className="text-ink-soft text-sm">
        {by} wrote{isCustomer ? '' : reader === 'customer' ? ' to the customer' : ' to the office'}, {momentLabel(at)}
      </figcaption>
      <p className="whitespace-pre-line">{text}</p>
    </figure>
  ));
}

const troubles: readonly string[] = [
  'declined',
  'not-confirmed',
  'not-tried',
  'action-required',
  'disputed',
  'taken-back',
];

type ReceiptProps = { charge: NonNullable<Visit['charge']>; cardNames: ReadonlyMap<string, string>; isOwn: boolean };

function Receipt({ charge, cardNames, isOwn }: ReceiptProps) {
  const isTrouble = troubles.includes(charge.status);
  const isPaid = ['paid', 'paid-otherwise', 'partly-paid-otherwise'].includes(charge.status);
  const { declineMessage } = charge;
  const card = charge.stripePaymentMethodId && cardNames.get(charge.stripePaymentMethodId);
  return (
    <div className="sm:text-right">
      <p className="font-bold font-display text-lg tabular-nums">{moneyLabel(charge.amount)}</p>
      {charge.discount > 0 && (
        <p className="text-ink-soft text-sm">after {moneyLabel(charge.discount)} off with your coupon</p>
      )}
      <p className={isTrouble ? 'font-semibold text-danger' : isPaid ? 'text-success' : ''}>
        {paymentLabel(charge, isOwn)}
      </p>
      {declineMessage && (
        <p className="max-w-xs text-ink-soft text-sm">{isOwn ? declineMessage : declineToStaff(declineMessage)}</p>
      )}
      {card && <p className="text-ink-soft text-sm">{card}</p>}
    </div>
  );
}
