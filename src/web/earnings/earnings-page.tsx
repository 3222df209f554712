import { Link, useParams } from 'react-router';
import type { EarnedLine } from '#contract/earnings.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { countedLabel, fullName, moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { EarningsFigures } from './earnings-figures.tsx';
import { FailedPayoutNotice } from './failed-payout-notice.tsx';
import { PayoutsCard } from './payouts-card.tsx';
import { YearOfEarnings } from './year-of-earnings.tsx';

/** What a worker's visits have earned: now, visit by visit, and for taxes. */
export default function EarningsPage() {
  const { workerId = '' } = useParams();
  useInvalidUrl(!workerId);
  const isStaff = useCurrentProfile().type === 'PROFILE_TYPE_EMPLOYEE';
  const params = { workerProfileId: workerId };
  const whose = api.useGetProfileQuery({ params: { profileId: workerId } }, { skip: !isStaff || !workerId });
  const worker = whose.currentData?.profile;
  const options = { refetchOnMountOrArgChange: true, skip: !workerId };
  const figures = api.useGetEarningsQuery({ params }, options);
  const visits = api.useListEarningsInfiniteQuery({ params }, options);
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={worker ? `Earnings of ${fullName(worker)}` : 'Earnings'}
        description={
          isStaff
            ? 'What this worker’s visits have earned, each on its own day.'
            : 'What your visits have earned, each on its own day.'
        }
      />
      <div className="grid grid-cols-1 gap-8">
        <FailedPayoutNotice workerProfileId={workerId} isStaff={isStaff} />
        <EarningsFigures loaded={figures} />
        <section aria-labelledby="visits-title">
          <h2 id="visits-title" className="mb-4 text-2xl">
            Visit by visit
          </h2>
          <PagedList
            what="visits"
            loaded={visits}
            rows={visits.currentData?.pages.flatMap((page) => page.lines)}
            keyOf={({ id }) => id}
            empty={<EmptyState title="Nothing earned yet" text="A visit stands here as soon as it is done." />}
            className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7"
          >
            {(line) => <LineRow line={line} />}
          </PagedList>
        </section>
        {!isStaff && <PayoutsCard />}
        <Card
          title="For your taxes"
          description="Counted on the day on which the customer was charged, and what was given back on the day of that."
        >
          {figures.currentData && <YearOfEarnings workerProfileId={workerId} today={figures.currentData.today} />}
        </Card>
      </div>
    </div>
  );
}

const statuses: Record<EarnedLine['status'], { label: string; tone: BadgeTone }> = {
  paid: { label: 'Paid', tone: 'accepted' },
  refunded: { label: 'Refunded', tone: 'ended' },
  'on-its-way': { label: 'On its way', tone: 'neutral' },
  expected: { label: 'Expected', tone: 'warn' },
  unpaid: { label: 'Not paid yet', tone: 'warn' },
  'written-off': { label: 'Not collected', tone: 'ended' },
  'not-billed': { label: 'Not billed', tone: 'ended' },
};

/** Of a bill with several visits a part may have gone back only. */
const markOf = ({ kind, status }: EarnedLine): { label: string; tone: BadgeTone } =>
  kind === 'bill' && status === 'refunded' ? { label: 'Given back', tone: 'ended' } : statuses[status];

/** @returns how the line's share comes about */
function sumOf({ kind, status, visits, price, fee, givenBack }: EarnedLine): string {
  if (status === 'not-billed') return `${moneyLabel(price)} was not billed`;
  if (status === 'written-off') return `${moneyLabel(price)} was not collected`;
  const lessFee = fee === 0 ? '' : ` less ${moneyLabel(Math.abs(fee))} fee`;
  if (kind === 'bill') {
    const bill = visits > 0 ? `of a bill for ${countedLabel(visits, 'visit')}` : 'of a bill paid twice';
    return `${moneyLabel(Math.abs(price))} ${bill}${lessFee && `,${lessFee}`}`;
  }
  if (givenBack === 0) return `${moneyLabel(price)} less ${moneyLabel(fee)} fee`;
  return `${moneyLabel(price + givenBack)} less ${moneyLabel(givenBack)} given back${lessFee && `,${lessFee}`}`;
}

function LineRow({ line }: { line: EarnedLine }) {
  const { engagementId, customerProfileId, date, street, kind, share, tips } = line;
  const { label, tone } = markOf(line);
  return (
    <div className="flex items-start justify-between gap-4 py-3">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-0 flex-[1_1_12rem]">
          <Link
            to={`/customers/${customerProfileId}/engagements/${engagementId}`}
            className={`${textLinkClass} inline-flex min-h-11 items-center`}
          >
            {dayLabel(plainDate(date))}
          </Link>
          <p className="text-ink-soft">
            {street}
            {kind === 'way' && ' (locked gate)'}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="w-2/5 pt-2 text-right tabular-nums">
        <span className="block font-bold font-display text-xl">{moneyLabel(share)}</span>
        <span className="block text-ink-soft text-sm">{sumOf(line)}</span>
        {tips > 0 && <span className="block text-sm">and {moneyLabel(tips)} tip</span>}
      </p>
    </div>
  );
}
