import { Search } from 'lucide-react';
import { Children, isValidElement, type ReactElement, type ReactNode, useId } from 'react';
import type { StaffDesk as Desk } from '#contract/staff-desk.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { DeadMessageRow } from './dead-message-row.tsx';
import {
  DisputeRow,
  FailedRefundRow,
  GoneCardRow,
  InquiryRow,
  PaidTwiceRow,
  PaymentRow,
  ProposalRow,
  StuckOrderRow,
  UnpayableWorkerRow,
  VisitRow,
  WaitingWorkerRow,
  WrittenOffBillRow,
  WrittenOffRow,
} from './desk-rows.tsx';
import { countLabel, visitSummary, visitTotal } from './desk-words.ts';
import { FailedPayoutRow } from './failed-payout-row.tsx';
import { FindingRow } from './finding-row.tsx';
import { checkedText } from './finding-words.ts';
import { MissedRow } from './missed-row.tsx';
import { TopUpRow } from './top-up-row.tsx';
import { UnfinishedRow } from './unfinished-row.tsx';

/** Shows what waits for staff, and today's visits: the first rows of each list, with a link to the whole. */
export function StaffDesk() {
  const { data, error, isFetching, refetch } = staffApi.useGetStaffDeskQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
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
  const { now, unpayableWorkers, writtenOffCharges, visits } = desk;
  return (
    <FullFirst>
      <DeskSection
        title="Inquiries waiting"
        section={desk.inquiries}
        emptyText="Everyone who asked has had an answer."
        all="/inquiries"
      >
        {(inquiry) => <InquiryRow key={inquiry.id} inquiry={inquiry} now={now} />}
      </DeskSection>
      <DeskSection
        title="Proposals unclaimed for a day"
        section={desk.unclaimedProposals}
        emptyText="Every proposal found a worker within a day."
        all="/unclaimed-proposals"
      >
        {(proposal) => <ProposalRow key={proposal.engagementId} proposal={proposal} now={now} />}
      </DeskSection>
      {desk.stuckOrders.count > 0 && (
        <DeskSection
          title="Orders without an answer"
          section={desk.stuckOrders}
          description="Their customers have not saved a card. Call them, send the link again, or take the order back."
          emptyText=""
          all="/orders?filter=stuck"
        >
          {(order) => <StuckOrderRow key={order.orderId} order={order} />}
        </DeskSection>
      )}
      <DeskSection
        title="Failed payments"
        section={desk.failedPayments}
        emptyText="Every visit is paid, or about to be."
        all="/failed-payments"
      >
        {(payment) => <PaymentRow key={payment.paymentId} payment={payment} />}
      </DeskSection>
      <DeskSection
        title="Undelivered messages"
        section={desk.deadMessages}
        emptyText="Every message arrived, or is being sent."
        all="/undelivered-messages"
      >
        {(message) => <DeadMessageRow key={message.messageId} message={message} now={now} />}
      </DeskSection>
      <DeskSection
        title="Unfinished visits"
        section={desk.unfinishedVisits}
        emptyText="Every visit that was begun is done."
        all="/unfinished-visits"
      >
        {(visit) => <UnfinishedRow key={visit.id} visit={visit} />}
      </DeskSection>
      {desk.waitingWorkers.count > 0 && (
        <DeskSection
          title="Workers to approve"
          section={desk.waitingWorkers}
          description="They see no proposals until somebody approves them."
          emptyText=""
          all="/workers?filter=waiting"
        >
          {(row) => <WaitingWorkerRow key={row.worker.profileId} row={row} now={now} />}
        </DeskSection>
      )}
      <DeskSection
        title="Workers who cannot be paid"
        section={unpayableWorkers}
        description={unpayableWorkers.count > 0 ? 'Collected by itself once Stripe lets us pay them.' : ''}
        emptyText="Every worker can be paid."
      >
        {(row) => <UnpayableWorkerRow key={row.worker.profileId} row={row} />}
      </DeskSection>
      {desk.failedPayouts.count > 0 && (
        <DeskSection
          title="Payouts that did not arrive"
          section={desk.failedPayouts}
          description="The worker was told to check the bank details. It leaves this list once Stripe has paid out again."
          emptyText=""
        >
          {(payout) => <FailedPayoutRow key={payout.worker.profileId} payout={payout} />}
        </DeskSection>
      )}
      <DeskSection
        title="Small amounts written off in the last 30 days"
        section={writtenOffCharges}
        description={writtenOffCharges.count > 0 ? 'Too small for a payment, and no other one to join.' : ''}
        emptyText="There were none."
      >
        {(charge) => <WrittenOffRow key={charge.chargeId} charge={charge} />}
      </DeskSection>
      {desk.writtenOffBills.count > 0 && (
        <DeskSection
          title="Bills written off in the last 30 days"
          section={desk.writtenOffBills}
          description="Nobody owes them any more. Open a bill to see who wrote it off and why."
          emptyText=""
        >
          {(row) => <WrittenOffBillRow key={row.bill.id} row={row} />}
        </DeskSection>
      )}
      {desk.paidTwice.count > 0 && (
        <DeskSection
          title="Paid twice"
          section={desk.paidTwice}
          description="Please refund it at Stripe; then it leaves this list by itself."
          emptyText=""
        >
          {(payment) => <PaidTwiceRow key={payment.paymentId} payment={payment} />}
        </DeskSection>
      )}
      {desk.disputes.count > 0 && (
        <DeskSection
          title="Disputed payments"
          section={desk.disputes}
          description="Without an answer in time the money is lost, with Stripe’s fee. The worker keeps the pay."
          emptyText=""
        >
          {(dispute) => <DisputeRow key={dispute.id} dispute={dispute} />}
        </DeskSection>
      )}
      {desk.topUps.count > 0 && (
        <DeskSection
          title="Pay that is not passed on yet"
          section={desk.topUps}
          description="Credit has paid the bill, so the worker’s part comes from the business’s balance at Stripe. Please see that there is enough."
          emptyText=""
        >
          {(topUp) => <TopUpRow key={topUp.id} topUp={topUp} />}
        </DeskSection>
      )}
      {desk.failedRefunds.count > 0 && (
        <DeskSection
          title="Refunds that did not arrive"
          section={desk.failedRefunds}
          description="What came back we still owe: the customer was told that we will be in touch about another way. Of what Stripe refused, nothing has moved."
          emptyText=""
        >
          {(refund) => <FailedRefundRow key={refund.id} refund={refund} />}
        </DeskSection>
      )}
      {desk.goneCards.count > 0 && (
        <DeskSection
          title="Payment methods that are gone"
          section={desk.goneCards}
          description="Removed while a service is paid with them. Their customers were asked to choose others."
          emptyText=""
        >
          {(card) => <GoneCardRow key={card.id} card={card} />}
        </DeskSection>
      )}
      <DeskSection
        title="Money that needs a look"
        section={desk.findings}
        description={desk.findings.count > 0 ? checkedText(desk.findings, now) : ''}
        emptyText={checkedText(desk.findings, now)}
      >
        {(finding) => <FindingRow key={finding.id} finding={finding} />}
      </DeskSection>
      <DeskSection
        title="Missed visits"
        section={desk.missedVisits}
        emptyText="Every visit of the last week was made, taken off or seen to."
        all="/missed-visits"
      >
        {(visit) => <MissedRow key={visit.id} visit={visit} />}
      </DeskSection>
      <DeskSection
        title="Today’s visits"
        section={{ count: visitTotal(visits.counts), rows: visits.rows }}
        description={[dayLabel(plainDate(visits.date)), visitSummary(visits, now)].filter(Boolean).join(': ')}
        emptyText="Nobody is on the way today."
        all="/todays-visits"
      >
        {(visit) => <VisitRow key={visit.engagementId} visit={visit} />}
      </DeskSection>
    </FullFirst>
  );
}

/** What waits does not stand below what is empty. */
function FullFirst({ children }: { children: ReactNode }) {
  const sections = Children.toArray(children).filter((each) => isValidElement<{ section: { count: number } }>(each));
  const { full = [], empty = [] } = Object.groupBy(sections, ({ props }) =>
    props.section.count > 0 ? 'full' : 'empty',
  );
  return (
    <div className="-mb-6 gap-6 *:mb-6 *:break-inside-avoid lg:mb-0 lg:columns-2">
      {full}
      {empty}
    </div>
  );
}

type DeskSectionProps<Row> = {
  title: string;
  section: { count: number; rows: readonly Row[] };
  description?: string;
  /** Shown in place of the rows. */
  emptyText: string;
  /** The path of the whole list, if it has a page of its own. */
  all?: string;
  /** One row, with its key. */
  children: (row: Row) => ReactElement;
};

function DeskSection<Row>({ title, section, description, emptyText, all, children }: DeskSectionProps<Row>) {
  const { count, rows } = section;
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
        <ul className="divide-y divide-line">
          {rows.map((row) => {
            const shown = children(row);
            return <li key={shown.key}>{shown}</li>;
          })}
        </ul>
      )}
      {all && rows.length < count && (
        <LinkButton to={all} variant="secondary" aria-label={`Show all: ${title}`} className="mt-4">
          Show all
        </LinkButton>
      )}
    </section>
  );
}
