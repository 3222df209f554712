import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StaffDesk as Desk } from '#contract/staff-desk.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { SystemTrouble } from '#web/system/system-trouble.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { DaysOffRow } from './days-off-row.tsx';
import { DeadMessageRow } from './dead-message-row.tsx';
import {
  DisputeRow,
  FailedRefundRow,
  FewerWeekdaysRow,
  GoneCardRow,
  InquiryRow,
  PaidTwiceRow,
  PaymentRow,
  ProposalRow,
  StuckOrderRow,
  UnpayableWorkerRow,
  WaitingRhythmRow,
  WaitingWorkerRow,
  WrittenOffBillRow,
  WrittenOffRow,
} from './desk-rows.tsx';
import { FailedPayoutRow } from './failed-payout-row.tsx';
import { FindingRow } from './finding-row.tsx';
import { checkedText } from './finding-words.ts';
import { MissedRow } from './missed-row.tsx';
import { UnreadNoteRow } from './note-row.tsx';
import { DeskSection, Queues } from './queues.tsx';
import { BrokenEmailRow, NoTexts, StandstillRow, TextTrouble, UnreadTextRow } from './text-rows.tsx';
import { TodaysProgress } from './todays-progress.tsx';
import { TopUpRow } from './top-up-row.tsx';
import { UnfinishedRow } from './unfinished-row.tsx';

/**
 * Shows how far today's visits are and what waits for staff, nothing where nothing does: the first rows of each list, with a
 * link to the whole.
 * @param first stands above all of it
 * @param children stands below what waits, however the desk's call went
 */
export function StaffDesk({ first, children }: { first?: ReactNode; children?: ReactNode }) {
  const { data, error, isFetching, refetch } = api.useGetStaffDeskQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useLoadFailure(error, { stay: true });
  return (
    <div className="wrap-anywhere grid gap-6">
      {first}
      {!data && !error && (
        <div className="lg:*:grid-cols-2">
          {/* Together higher than a phone, so that what stands below does not jump out of sight. */}
          <SkeletonCards count={4} label="Loading the desk" className="min-h-48 lg:min-h-96" />
        </div>
      )}
      {!data && error && (
        <LoadFailed
          what="desk"
          text="Neither what waits nor today’s visits can be shown."
          isPending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <SystemTrouble />
      {data && <Waiting desk={data} isFetching={isFetching} onRefresh={() => void refetch()} />}
      {data && !data.hasTexts && <NoTexts />}
      {data?.textTrouble && <TextTrouble trouble={data.textTrouble} />}
      {children}
    </div>
  );
}

type WaitingProps = { desk: Desk; isFetching: boolean; onRefresh: () => void };

function Waiting({ desk, isFetching, onRefresh }: WaitingProps) {
  const { now, unpayableWorkers, writtenOffCharges } = desk;
  return (
    <Queues
      nothing={`Nothing waits for the office. ${checkedText(desk.findings, now)}`}
      actions={
        <div className="flex shrink-0 gap-3 self-start">
          {/* The header of a wide screen has it. */}
          <LinkButton
            to="/search"
            variant="quiet"
            size="icon"
            className="shrink-0 lg:hidden"
            aria-label="Find a person or an engagement"
          >
            <Search aria-hidden="true" className="size-5 shrink-0" />
          </LinkButton>
          <RefreshButton isPending={isFetching} onPress={onRefresh} />
        </div>
      }
      progress={<TodaysProgress desk={desk} />}
    >
      <DeskSection title="Inquiries waiting" section={desk.inquiries} all="/inquiries">
        {(inquiry) => <InquiryRow key={inquiry.id} inquiry={inquiry} now={now} />}
      </DeskSection>
      <DeskSection
        title="Proposals that need a worker"
        section={desk.unclaimedProposals}
        description="Nobody has taken them for a day, or their worker gave them back. The calendar has newer ones too."
        all="/unclaimed-proposals"
      >
        {(proposal) => <ProposalRow key={proposal.engagementId} proposal={proposal} now={now} />}
      </DeskSection>
      <DeskSection
        title="Orders without an answer"
        section={desk.stuckOrders}
        description="Their customers have not saved a card, or could not. Call them, send the link again, or take the order back."
        all="/orders?filter=stuck"
      >
        {(order) => <StuckOrderRow key={order.orderId} order={order} />}
      </DeskSection>
      <DeskSection
        title="A rhythm that waits for its worker"
        section={desk.waitingRhythms}
        description="For more than a day the worker has not answered to another one. Ask the worker, or give the service to somebody else in the calendar."
      >
        {(wish) => <WaitingRhythmRow key={wish.engagementId} wish={wish} />}
      </DeskSection>
      <DeskSection
        title="Planned on too few weekdays"
        section={desk.fewerWeekdays}
        description="For more than a day the worker has the service on fewer weekdays than the customer wants. Ask the worker, or give the service to somebody else in the calendar."
      >
        {(service) => <FewerWeekdaysRow key={service.engagementId} service={service} />}
      </DeskSection>
      <DeskSection title="Days off asked for" section={desk.daysOffAskedFor}>
        {(asked) => <DaysOffRow key={asked.holidayId} asked={asked} now={now} />}
      </DeskSection>
      <DeskSection title="Failed payments" section={desk.failedPayments} all="/failed-payments">
        {(payment) => <PaymentRow key={payment.paymentId} payment={payment} />}
      </DeskSection>
      <DeskSection
        title="Messages that do not go out"
        section={{ count: desk.standstills.length, rows: desk.standstills }}
        description="Nothing is lost: they go out as soon as they can."
      >
        {(standstill) => <StandstillRow key={standstill.channel} standstill={standstill} now={now} />}
      </DeskSection>
      <DeskSection title="Texts to read" section={desk.unreadTexts} all="/messages/inbound">
        {(text) => <UnreadTextRow key={text.textId} text={text} now={now} />}
      </DeskSection>
      <DeskSection title="Notes from workers" section={desk.unreadNotes}>
        {(note) => <UnreadNoteRow key={note.noteId} note={note} />}
      </DeskSection>
      <DeskSection title="Undelivered messages" section={desk.deadMessages} all="/undelivered-messages">
        {(message) => <DeadMessageRow key={message.messageId} message={message} now={now} />}
      </DeskSection>
      <DeskSection
        title="Email addresses that don’t work"
        section={desk.brokenEmails}
        description="These people get no emails from us. Call them and ask for another address."
      >
        {(broken) => <BrokenEmailRow key={broken.email} broken={broken} />}
      </DeskSection>
      <DeskSection title="Unfinished visits" section={desk.unfinishedVisits} all="/unfinished-visits">
        {(visit) => <UnfinishedRow key={visit.id} visit={visit} />}
      </DeskSection>
      <DeskSection
        title="Workers to approve"
        section={desk.waitingWorkers}
        description="They see no proposals until somebody approves them."
        all="/workers?filter=waiting"
      >
        {(row) => <WaitingWorkerRow key={row.worker.profileId} row={row} now={now} />}
      </DeskSection>
      <DeskSection
        title="Workers who cannot be paid"
        section={unpayableWorkers}
        description="Collected by itself once Stripe lets us pay them."
      >
        {(row) => <UnpayableWorkerRow key={row.worker.profileId} row={row} />}
      </DeskSection>
      <DeskSection
        title="Payouts that did not arrive"
        section={desk.failedPayouts}
        description="The worker was told to check the bank details. It leaves this list once Stripe has paid out again."
      >
        {(payout) => <FailedPayoutRow key={payout.worker.profileId} payout={payout} />}
      </DeskSection>
      <DeskSection
        title="Small amounts written off in the last 30 days"
        section={writtenOffCharges}
        description="Too small for a payment, and no other one to join."
      >
        {(charge) => <WrittenOffRow key={charge.chargeId} charge={charge} />}
      </DeskSection>
      <DeskSection
        title="Bills written off in the last 30 days"
        section={desk.writtenOffBills}
        description="Nobody owes them anymore. Open a bill to see who wrote it off and why."
      >
        {(row) => <WrittenOffBillRow key={row.bill.id} row={row} />}
      </DeskSection>
      <DeskSection
        title="Paid twice"
        section={desk.paidTwice}
        description="Please refund it at Stripe; then it leaves this list by itself."
      >
        {(payment) => <PaidTwiceRow key={payment.paymentId} payment={payment} />}
      </DeskSection>
      <DeskSection
        title="Disputed payments"
        section={desk.disputes}
        description="Without an answer in time, the money is lost with Stripe’s fee. A lost one stays here until you decide about it."
      >
        {(dispute) => <DisputeRow key={dispute.id} dispute={dispute} />}
      </DeskSection>
      <DeskSection
        title="Pay that is not passed on yet"
        section={desk.topUps}
        description="Credit has paid the bill, so the worker’s part comes from the business’s balance at Stripe. Please see that there is enough."
      >
        {(topUp) => <TopUpRow key={topUp.id} topUp={topUp} />}
      </DeskSection>
      <DeskSection
        title="Refunds that did not arrive"
        section={desk.failedRefunds}
        description="What came back we still owe: the customer was told that we will be in touch about another way. Of what Stripe refused, nothing has moved."
      >
        {(refund) => <FailedRefundRow key={refund.id} refund={refund} />}
      </DeskSection>
      <DeskSection
        title="Payment methods that are gone"
        section={desk.goneCards}
        description="Removed while a service is paid with them. Their customers were asked to choose others."
      >
        {(card) => <GoneCardRow key={card.id} card={card} />}
      </DeskSection>
      <DeskSection
        title="Money that needs a look"
        section={desk.findings}
        description={checkedText(desk.findings, now)}
      >
        {(finding) => <FindingRow key={finding.id} finding={finding} />}
      </DeskSection>
      <DeskSection
        title="Missed visits"
        section={desk.missedVisits}
        all="/missed-visits"
        isFolded={desk.missedVisits.count > 3}
      >
        {(visit) => <MissedRow key={visit.id} visit={visit} />}
      </DeskSection>
    </Queues>
  );
}
