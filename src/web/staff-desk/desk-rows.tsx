import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type {
  FailedPayment,
  FailedRefund,
  GoneCard,
  OpenDispute,
  PaidTwice,
  UnpayableWorker,
  WrittenOffBill,
  WrittenOffCharge,
} from '#contract/desk-money.ts';
import type { MissedVisit, VisitToday } from '#contract/desk-visits.ts';
import type {
  FewerWeekdays,
  StuckOrder,
  UnclaimedProposal,
  WaitingInquiry,
  WaitingRhythm,
  WaitingWorker,
} from '#contract/staff-desk.ts';
import { dayLabel, longDayLabel, momentDayLabel, momentLabel, plainDate } from '#domain/calendar.ts';
import { countedLabel, moneyLabel } from '#domain/labels.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { longestSearch } from '#domain/search-lengths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { BillText } from '#web/ui/bill-text.tsx';
import { disputeReason } from '#web/ui/dispute-reason.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { failureLabel, nextLabel, paymentMarks, visitMark } from './desk-words.ts';

/** The rows of the desk's lists. Most open the page that the customer sees. `now` is the server's time. */

export function InquiryRow({ inquiry, now }: { inquiry: WaitingInquiry; now: string }) {
  const { name, receivedAt, answerDueAt, isOverdue } = inquiry;
  return (
    <DeskRow
      to={`/inquiries?${new URLSearchParams({ q: name.slice(0, longestSearch) })}`}
      title={name}
      mark={isOverdue ? <Badge tone="warn">Overdue</Badge> : <Badge>Open</Badge>}
    >
      <p>Received {relativeTimeLabel(receivedAt, now)}</p>
      <p>Answer due {momentDayLabel(answerDueAt)}</p>
    </DeskRow>
  );
}

export function ProposalRow({ proposal, now }: { proposal: UnclaimedProposal; now: string }) {
  const { engagementId, customer, productName, city, openSince, awaitsCustomer, lostWorker } = proposal;
  return (
    <DeskRow to={engagementPath(customer.profileId, engagementId)} title={customer.name}>
      <p>
        {productName} · {city}
      </p>
      <p>
        Opened {relativeTimeLabel(openSince, now)}, {momentLabel(openSince)}
      </p>
      {lostWorker && <p>Had a worker before: nobody comes until another one takes it</p>}
      {awaitsCustomer && <p>Waits for the customer to agree to a higher price</p>}
    </DeskRow>
  );
}

export function StuckOrderRow({ order }: { order: StuckOrder }) {
  return (
    <DeskRow to={`/orders/${order.orderId}`} title={order.name}>
      <p>{order.productName}</p>
      <p>Here since {momentLabel(order.since)}</p>
      {order.reason !== 'no-answer' && <p className="font-semibold">{orderReasons[order.reason]}</p>}
    </DeskRow>
  );
}

const orderReasons = {
  'not-acceptable': 'It cannot be accepted as it is',
  'acceptable-again': 'It could not be accepted for a time, and can be now: send it again',
};

export function WaitingRhythmRow({ wish }: { wish: WaitingRhythm }) {
  const { engagementId, customer, frequency, interval, startDay, askedAt } = wish;
  return (
    <DeskRow to={`/customers/${customer.profileId}/engagements/${engagementId}`} title={customer.name}>
      <p>
        {scheduleLabel(frequency, interval)}, from {longDayLabel(startDay)} on
      </p>
      <p>Asked for {momentLabel(askedAt)}</p>
    </DeskRow>
  );
}

export function FewerWeekdaysRow({ service }: { service: FewerWeekdays }) {
  const { engagementId, customer, workerName, frequency, interval, plannedDays, since } = service;
  const planned = plannedDays === 0 ? 'no weekday' : countedLabel(plannedDays, 'weekday');
  return (
    <DeskRow to={`/customers/${customer.profileId}/engagements/${engagementId}`} title={customer.name}>
      <p>
        {scheduleLabel(frequency, interval)}, planned on {planned} by {workerName}
      </p>
      <p>Since {momentLabel(since)}</p>
    </DeskRow>
  );
}

export function PaymentRow({ payment }: { payment: FailedPayment }) {
  const { customer, bill, amount, state } = payment;
  const mark = paymentMarks[state];
  return (
    <DeskRow
      to={billPath(customer.profileId, bill.id)}
      title={customer.name}
      mark={<Badge tone={mark.tone}>{mark.label}</Badge>}
    >
      <p>
        <span className="font-semibold text-ink tabular-nums">{moneyLabel(amount)}</span> · {failureLabel(payment)}
      </p>
      <p>
        <BillText text={`Bill ${bill.number}. ${nextLabel(payment)}`.trim()} />
      </p>
    </DeskRow>
  );
}

export function WaitingWorkerRow({ row: { worker, since }, now }: { row: WaitingWorker; now: string }) {
  return (
    <DeskRow to={`/workers/${worker.profileId}`} title={worker.name}>
      <p>
        Signed up {relativeTimeLabel(since, now)}, {momentLabel(since)}
      </p>
    </DeskRow>
  );
}

export function UnpayableWorkerRow({ row: { worker, restrictedAt, heldAmount } }: { row: UnpayableWorker }) {
  return (
    <DeskRow
      to={`/workers/${worker.profileId}/engagements`}
      title={worker.name}
      mark={<Badge tone="warn">{restrictedAt ? 'Account restricted' : 'Not onboarded'}</Badge>}
    >
      <p>
        <span className="font-semibold text-ink tabular-nums">{moneyLabel(heldAmount)}</span> waiting
      </p>
      {restrictedAt && <p>Restricted by Stripe since {momentLabel(restrictedAt)}. The worker was told.</p>}
    </DeskRow>
  );
}

export function WrittenOffRow({ charge }: { charge: WrittenOffCharge }) {
  const { engagementId, customer, amount, visitDay } = charge;
  return (
    <DeskRow to={engagementPath(customer.profileId, engagementId)} title={customer.name}>
      <p>
        <span className="font-semibold text-ink tabular-nums">{moneyLabel(amount)}</span> · visit of{' '}
        {longDayLabel(visitDay)}
      </p>
    </DeskRow>
  );
}

export function WrittenOffBillRow({ row: { customer, amount, bill, writtenOffAt } }: { row: WrittenOffBill }) {
  return (
    <DeskRow to={billPath(customer.profileId, bill.id)} title={customer.name}>
      <p>
        <span className="font-semibold text-ink tabular-nums">{moneyLabel(amount)}</span> ·{' '}
        <BillText text={`bill ${bill.number}`} />, {momentDayLabel(writtenOffAt)}
      </p>
    </DeskRow>
  );
}

export function PaidTwiceRow({ payment }: { payment: PaidTwice }) {
  const { customer, amount, bill, paidAt, stripePaymentIntentId } = payment;
  return (
    <DeskRow to={billPath(customer.profileId, bill.id)} title={customer.name}>
      <p>
        <span className="font-semibold text-ink tabular-nums">{moneyLabel(amount)}</span> ·{' '}
        <BillText text={`bill ${bill.number}`} />, {momentDayLabel(paidAt)}
      </p>
      <p>At Stripe: {stripePaymentIntentId}</p>
    </DeskRow>
  );
}

export function DisputeRow({ dispute }: { dispute: OpenDispute }) {
  const { customer, amount, bill, isInquiry, isLost, reason, answerBy, stripeDisputeId } = dispute;
  const mark = isLost ? 'Lost: needs a decision' : isInquiry ? 'The bank asks' : 'The bank has taken it';
  return (
    <DeskRow to={billPath(customer.profileId, bill.id)} title={customer.name} mark={<Badge tone="warn">{mark}</Badge>}>
      <p>
        <span className="font-semibold text-ink tabular-nums">{moneyLabel(amount)}</span> ·{' '}
        <BillText text={`bill ${bill.number}`} />: {disputeReason(reason)}
      </p>
      {isLost && <p className="text-ink">Open the bill to write it off, record another payment or end the service.</p>}
      {answerBy && !isLost && <p className="text-ink">Answer at Stripe until {momentLabel(answerBy)}</p>}
      <p>At Stripe: {stripeDisputeId}</p>
    </DeskRow>
  );
}

export function FailedRefundRow({ refund }: { refund: FailedRefund }) {
  const { customer, amount, bill, isRefused, failedAt, reason } = refund;
  return (
    <DeskRow
      to={billPath(customer.profileId, bill.id)}
      title={customer.name}
      mark={<Badge tone="warn">{isRefused ? 'Refused by Stripe' : 'Came back: we owe it'}</Badge>}
    >
      <p>
        <span className="font-semibold text-ink tabular-nums">{moneyLabel(amount)}</span> ·{' '}
        <BillText text={`bill ${bill.number}`} />, {momentDayLabel(failedAt)}: {reason.replaceAll('_', ' ')}
      </p>
      {!isRefused && <p>It can be given as credit: open the bill, and choose “Give as credit”.</p>}
    </DeskRow>
  );
}

export function GoneCardRow({ card }: { card: GoneCard }) {
  const { customer, engagementId, name, goneAt, isKindEnded } = card;
  return (
    <DeskRow to={engagementPath(customer.profileId, engagementId)} title={customer.name}>
      <p>
        {name}, {isKindEnded ? 'not taken' : 'gone'} since {momentDayLabel(goneAt)}
      </p>
    </DeskRow>
  );
}

export function VisitRow({ visit }: { visit: VisitToday }) {
  const { engagementId, customer, worker, streetAddress1, city } = visit;
  const { label, tone, why } = visitMark(visit);
  return (
    <DeskRow
      to={engagementPath(customer.profileId, engagementId)}
      title={customer.name}
      mark={<Badge tone={tone}>{label}</Badge>}
    >
      <p>
        {streetAddress1}, {city}
      </p>
      <p>{worker.name}</p>
      {why && <p className="text-ink">{why}</p>}
    </DeskRow>
  );
}

export function LeftVisitRow({ visit }: { visit: Omit<MissedVisit, 'seen'> }) {
  const { engagementId, customer, worker, streetAddress1, city, date } = visit;
  return (
    <DeskRow
      to={engagementPath(customer.profileId, engagementId)}
      title={customer.name}
      mark={<Badge tone="warn">{dayLabel(plainDate(date))}</Badge>}
    >
      <p>
        {streetAddress1}, {city}
      </p>
      <p>{worker.name}</p>
    </DeskRow>
  );
}

const billPath = (customerId: string, billId: string) => `/customers/${customerId}/billing/${billId}`;
const engagementPath = (customerId: string, engagementId: string) =>
  `/customers/${customerId}/engagements/${engagementId}`;

type DeskRowProps = { to: string; title: string; mark?: ReactNode; children: ReactNode };

export function DeskRow({ to, title, mark, children }: DeskRowProps) {
  return (
    <PageLink
      to={to}
      className="group -mx-2 flex items-center gap-3 rounded-control px-2 py-3 text-ink no-underline hover:bg-sunken"
    >
      <div className="wrap-anywhere min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg">{title}</h3>
          {mark}
        </div>
        <div className="mt-0.5 text-ink-soft">{children}</div>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </PageLink>
  );
}
