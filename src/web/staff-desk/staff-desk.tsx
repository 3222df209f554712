import { Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { StaffDesk as Desk } from '#contract/staff-desk.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { DeadMessageRow } from './dead-message-row.tsx';
import {
  InquiryRow,
  MissedRow,
  PaymentRow,
  ProposalRow,
  UnpayableWorkerRow,
  VisitRow,
  WrittenOffRow,
} from './desk-rows.tsx';
import { countLabel, visitSummary, visitTotal } from './desk-words.ts';
import { UnfinishedRow } from './unfinished-row.tsx';

/** What waits for staff, and how today's visits stand: the first of each, and where the whole list is. */
export function StaffDesk() {
  const { data, error, isFetching, refetch } = api.useGetStaffDeskQuery(undefined, { refetchOnMountOrArgChange: true });
  useLoadFailure(error, { stay: true });
  return (
    <div className="wrap-anywhere grid gap-6">
      <div className="flex gap-3">
        <LinkButton to="/search" className="min-w-0 flex-1 sm:flex-none">
          <Search aria-hidden="true" className="size-5 shrink-0" />
          Find a person or an engagement
        </LinkButton>
        <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
      </div>
      {!data && !error && (
        <div className="lg:*:grid-cols-2">
          <SkeletonCards count={4} label="Loading the desk" />
        </div>
      )}
      {!data && error && <LoadFailed what="desk" isPending={isFetching} onRetry={() => void refetch()} />}
      {data && <Sections desk={data} />}
    </div>
  );
}

function Sections({ desk }: { desk: Desk }) {
  const { now, inquiries, unclaimedProposals, failedPayments, deadMessages } = desk;
  const { unpayableWorkers, writtenOffCharges, unfinishedVisits, missedVisits, visits } = desk;
  return (
    <div className="-mb-6 gap-6 *:mb-6 *:break-inside-avoid lg:mb-0 lg:columns-2">
      <DeskSection
        title="Inquiries waiting"
        count={inquiries.count}
        emptyText="Everyone who asked has had an answer."
        all="/inquiries"
        isWhole={inquiries.count === inquiries.rows.length}
      >
        {inquiries.rows.map((inquiry) => (
          <li key={inquiry.id}>
            <InquiryRow inquiry={inquiry} now={now} />
          </li>
        ))}
      </DeskSection>
      <DeskSection
        title="Proposals unclaimed for a day"
        count={unclaimedProposals.count}
        emptyText="Every proposal found a worker within a day."
        all="/unclaimed-proposals"
        isWhole={unclaimedProposals.count === unclaimedProposals.rows.length}
      >
        {unclaimedProposals.rows.map((proposal) => (
          <li key={proposal.engagementId}>
            <ProposalRow proposal={proposal} now={now} />
          </li>
        ))}
      </DeskSection>
      <DeskSection
        title="Failed payments"
        count={failedPayments.count}
        emptyText="Every visit is paid, or about to be."
        all="/failed-payments"
        isWhole={failedPayments.count === failedPayments.rows.length}
      >
        {failedPayments.rows.map((payment) => (
          <li key={payment.paymentId}>
            <PaymentRow payment={payment} />
          </li>
        ))}
      </DeskSection>
      <DeskSection
        title="Undelivered messages"
        count={deadMessages.count}
        emptyText="Every message arrived, or is being sent."
        all="/undelivered-messages"
        isWhole={deadMessages.count === deadMessages.rows.length}
      >
        {deadMessages.rows.map((message) => (
          <li key={message.messageId}>
            <DeadMessageRow message={message} now={now} />
          </li>
        ))}
      </DeskSection>
      <DeskSection
        title="Unfinished visits"
        count={unfinishedVisits.count}
        emptyText="Every visit that was begun is done."
        all="/unfinished-visits"
        isWhole={unfinishedVisits.count === unfinishedVisits.rows.length}
      >
        {unfinishedVisits.rows.map((visit) => (
          <li key={visit.id}>
            <UnfinishedRow visit={visit} />
          </li>
        ))}
      </DeskSection>
      <DeskSection
        title="Workers who cannot be paid"
        count={unpayableWorkers.count}
        description={unpayableWorkers.count > 0 ? 'Collected by itself once Stripe lets us pay them.' : ''}
        emptyText="Every worker can be paid."
      >
        {unpayableWorkers.rows.map((row) => (
          <li key={row.worker.profileId}>
            <UnpayableWorkerRow row={row} />
          </li>
        ))}
      </DeskSection>
      <DeskSection
        title="Written off in the last 30 days"
        count={writtenOffCharges.count}
        description={writtenOffCharges.count > 0 ? 'Too small for a payment, and no other one to join.' : ''}
        emptyText="Nothing was given up."
      >
        {writtenOffCharges.rows.map((charge) => (
          <li key={charge.chargeId}>
            <WrittenOffRow charge={charge} />
          </li>
        ))}
      </DeskSection>
      <DeskSection
        title="Missed visits"
        count={missedVisits.count}
        emptyText="Every visit of the last week was made or taken off."
        all="/missed-visits"
        isWhole={missedVisits.count === missedVisits.rows.length}
      >
        {missedVisits.rows.map((visit) => (
          <li key={visit.id}>
            <MissedRow visit={visit} />
          </li>
        ))}
      </DeskSection>
      <DeskSection
        title="Today’s visits"
        count={visitTotal(visits.counts)}
        description={[dayLabel(plainDate(visits.date)), visitSummary(visits.counts)].filter(Boolean).join(': ')}
        emptyText="Nobody is on the way today."
        all="/todays-visits"
        isWhole={visitTotal(visits.counts) === visits.rows.length}
      >
        {visits.rows.map((visit) => (
          <li key={visit.engagementId}>
            <VisitRow visit={visit} />
          </li>
        ))}
      </DeskSection>
    </div>
  );
}

type DeskSectionProps = {
  title: string;
  count: number;
  description?: string;
  /** Stands where the rows would be. */
  emptyText: string;
  /** Where the whole list is; left out for a list without a page of its own. */
  all?: string;
  /** Whether the whole list is here already. */
  isWhole?: boolean;
  children: ReactNode;
};

function DeskSection({ title, count, description, emptyText, all, isWhole, children }: DeskSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-7">
      <div className="mb-2 flex items-start justify-between gap-3">
        <h2 id={id} className="min-w-0 text-xl">
          {title}
        </h2>
        <span
          className={`shrink-0 rounded-control px-3 py-0.5 font-bold font-display text-lg tabular-nums ${count > 0 ? 'bg-evergreen text-on-evergreen' : 'bg-sunken text-ink-soft'}`}
        >
          {countLabel(count)}
        </span>
      </div>
      {description && <p className="mb-2 text-ink-soft">{description}</p>}
      {count === 0 ? (
        <p className="text-ink-soft">{emptyText}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
      {all && !isWhole && (
        <LinkButton to={all} variant="secondary" aria-label={`Show all: ${title}`} className="mt-4">
          Show all
        </LinkButton>
      )}
    </section>
  );
}
