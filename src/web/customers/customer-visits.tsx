import { Link } from 'react-router';
import type { Customer } from '#contract/customers.ts';
import { longDayLabel } from '#domain/calendar.ts';
import { visitStatusLabel } from '#domain/work-status.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';

type Visit = Customer['visits'][number];

const skipLabels: Record<NonNullable<Visit['skip']>['kind'], string> = {
  skipped: 'Skipped',
  'could-not': 'It could not be done',
  missed: 'Missed: nobody came',
};

/** What became of the last visits of a customer. */
export function CustomerVisits({ customer: { profileId, visits } }: { customer: Customer }) {
  return (
    <Card title="Last visits">
      {visits.length === 0 && <p className="text-ink-soft">There were none.</p>}
      <ul className="divide-y divide-line *:py-1">
        {visits.map((visit) => (
          <li key={visit.id} className="gap-x-4 sm:flex sm:flex-wrap sm:items-center">
            <Link
              to={`/customers/${profileId}/engagements/${visit.engagementId}`}
              aria-label={`${longDayLabel(visit.date)}: ${whatBecameOf(visit)}, ${visit.productName}`}
              className={`inline-flex min-h-11 items-center ${textLinkClass}`}
            >
              {longDayLabel(visit.date)}
            </Link>
            <p className="text-ink-soft">
              {whatBecameOf(visit)}. {visit.productName}
              {visit.workerName && `, ${visit.workerName}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function whatBecameOf({ status, isLeft, skip }: Visit): string {
  if (!skip) return isLeft ? 'Not finished' : status ? visitStatusLabel(status) : '';
  return skip.reason ? `${skipLabels[skip.kind]}: ${skip.reason}` : skipLabels[skip.kind];
}
