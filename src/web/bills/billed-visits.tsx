import { ChevronDown } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { BilledVisit } from '#contract/bills.ts';
import { longDayLabel, momentLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { VisitPhotos } from '#web/engagements/visits/visit-photos.tsx';
import { VisitTip } from '#web/tips/visit-tip.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { formulaLabel, timesLabel } from './bill-words.ts';

/** The visits of a bill. Each opens down to what is known of it. */
export function BilledVisits({ visits, isOwn }: { visits: readonly BilledVisit[]; isOwn: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {visits.map((visit) => (
        <li key={visit.workId} className="break-inside-avoid">
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-start gap-3 rounded-control py-3 [&::-webkit-details-marker]:hidden">
              <ChevronDown
                aria-hidden="true"
                className="mt-0.5 size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180 print:hidden"
              />
              <VisitLine visit={visit} />
            </summary>
            <VisitDetails visit={visit} />
          </details>
          <Tip visit={visit} isOwn={isOwn} />
        </li>
      ))}
    </ul>
  );
}

function VisitLine({ visit }: { visit: BilledVisit }) {
  const { date, street, amount, discount, couponName } = visit;
  const times = timesLabel(visit);
  return (
    <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-6 gap-y-1">
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block font-semibold">
          {longDayLabel(date)}
          {times && `, ${times}`}
        </span>
        <span className="block text-ink-soft">
          {whatOf(visit)}, {street}
        </span>
      </span>
      <span className="ml-auto text-right tabular-nums">
        {discount > 0 && (
          <span className="block text-ink-soft">
            {moneyLabel(amount + discount)} less {moneyLabel(discount)}
            {couponName && ` (${couponName})`}
          </span>
        )}
        {amount === 0 && couponName && <span className="block">Free with coupon “{couponName}”</span>}
        <span className="block font-semibold">{moneyLabel(amount)}</span>
      </span>
    </span>
  );
}

function whatOf({ kind, productName, workerName }: BilledVisit): string {
  if (kind === 'tip') return `Tip for ${workerName}`;
  return kind === 'way' ? 'Coming to a locked gate' : productName;
}

function Tip({ visit, isOwn }: { visit: BilledVisit; isOwn: boolean }) {
  const { customerId = '' } = useParams();
  return (
    <div className="pb-4 empty:hidden">
      <VisitTip customerProfileId={customerId} engagementId={visit.engagementId} visit={visit} isOwn={isOwn} />
    </div>
  );
}

function VisitDetails({ visit }: { visit: BilledVisit }) {
  const { customerId = '' } = useParams();
  const { engagementId, date, workerName, finishedBy, startedAt, completedAt, messageSentAt, photos } = visit;
  const formula = formulaLabel(visit);
  return (
    <div className="grid gap-1 pb-4 text-ink-soft">
      {startedAt && <p>Begun {momentLabel(startedAt)}</p>}
      {completedAt && <p>Done {momentLabel(completedAt)}</p>}
      <p>By {workerName}</p>
      {finishedBy && <p>Marked as done by {finishedBy} in the office</p>}
      {formula && <p>{formula}</p>}
      {messageSentAt && <p>Message sent {momentLabel(messageSentAt)}</p>}
      <VisitPhotos photos={photos} date={date} />
      <Link
        to={`/customers/${customerId}/engagements/${engagementId}`}
        className={`${textLinkClass} inline-flex min-h-11 items-center text-ink print:hidden`}
      >
        See the service
      </Link>
    </div>
  );
}
