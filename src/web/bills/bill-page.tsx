import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { RefundState } from '#contract/acts.ts';
import type { Bill, RefundOfBill } from '#contract/bills.ts';
import { momentDayLabel, momentLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { declineToStaff } from '#domain/payment-attempts.ts';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { narrowColumn } from '#web/app/record-page.tsx';
import { isTipUnderWay } from '#web/tips/tip-words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LogoMark } from '#web/ui/logo-mark.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { ActMenu } from './act-menu.tsx';
import { ActsSection } from './acts-section.tsx';
import {
  aftermathSentences,
  attemptLabels,
  billMark,
  nextSentence,
  refundLabels,
  settledOf,
  takenBackLabel,
} from './bill-words.ts';
import { BilledVisits } from './billed-visits.tsx';

/** One bill, on screen and on paper. */
export default function BillPage() {
  const { customerId = '', billId = '' } = useParams();
  const isStaff = useCurrentProfile().type === 'PROFILE_TYPE_EMPLOYEE';
  const [isUnderWay, setIsUnderWay] = useState(false);
  const isInvalid = !customerId || !billId;
  useInvalidUrl(isInvalid);
  // Staff see here how what they asked for goes, the customer how a tip does.
  const options = { refetchOnMountOrArgChange: true, pollingInterval: isUnderWay ? 2000 : 0 };
  const { currentData: bill, error } = api.useGetBillQuery(
    { params: { customerProfileId: customerId, billId } },
    { ...options, skip: isInvalid },
  );
  const acts = api.useGetBillActsQuery({ params: { billId } }, { ...options, skip: isInvalid || !isStaff });
  const isWaiting =
    bill !== undefined &&
    // The two answers are not of the same moment: each may be the first to know how a refund ended.
    ((isStaff &&
      (bill.state === 'collecting' || [...bill.refunds, ...(acts.currentData?.acts ?? [])].some(isOnItsWay))) ||
      bill.visits.some(({ tip }) => isTipUnderWay(tip)));
  if (isWaiting !== isUnderWay) setIsUnderWay(isWaiting);
  useLoadFailure(error, { notFound: 'Bill not found' });
  return (
    <div className="content-width wrap-anywhere py-10 print:py-0">
      <div className={`${narrowColumn} print:max-w-none`}>
        <PageHeading
          title={bill ? `Bill ${bill.number}` : 'Bill'}
          isUnbroken
          actions={
            bill && (
              <>
                {acts.currentData && <ActMenu bill={bill} acts={acts.currentData} />}
                <Button variant="secondary" className="print:hidden" onPress={() => window.print()}>
                  <Printer aria-hidden="true" className="size-5" />
                  {isStaff ? 'Print' : 'Print or save as PDF'}
                </Button>
              </>
            )
          }
        />
        {!bill && !error && <SkeletonCards count={2} label="Loading the bill" />}
        {bill && <BillPaper bill={bill} isOwn={!isStaff} />}
        {bill && isStaff && <ActsSection loaded={acts} />}
        <LinkButton to={`/customers/${customerId}/billing`} variant="quiet" size="edge" className="mt-6 print:hidden">
          All bills
        </LinkButton>
      </div>
    </div>
  );
}

const isOnItsWay = ({ state }: { state: RefundState | null }) => state === 'under-way';

function BillPaper({ bill, isOwn }: { bill: Bill; isOwn: boolean }) {
  const { number, createdAt, amount, creditUsed, business, customer, visits, attempts, refunds, state, writtenOffAt } =
    bill;
  const { label, tone } = billMark(bill, isOwn);
  const next = nextSentence(bill, isOwn);
  const takenBack = takenBackLabel(bill.dispute);
  const settled = settledOf(bill.dispute);
  return (
    <article
      aria-label={`Bill ${number}`}
      className="grid max-w-3xl gap-8 rounded-card border border-line bg-surface p-5 shadow-card sm:p-8 print:max-w-none print:border-0 print:p-0 print:shadow-none"
    >
      <header className="flex flex-wrap justify-between gap-6">
        <address className="not-italic">
          <p className="flex items-center gap-3 font-bold font-display text-xl">
            <LogoMark className="size-10" />
            {business.name}
          </p>
          {business.legalName && <p>{business.legalName}</p>}
          {business.address && <p className="whitespace-pre-line">{business.address}</p>}
          {business.taxLine && <p>{business.taxLine}</p>}
        </address>
        <div>
          <Badge tone={tone}>{label}</Badge>
          {next && <p className="mt-2 max-w-xs">{next}</p>}
          {aftermathSentences(bill, isOwn).map((sentence) => (
            <p key={sentence} className="mt-2 max-w-xs">
              {sentence}
            </p>
          ))}
        </div>
      </header>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label="Bill to">{[customer.name, ...customer.addressLines].join('\n')}</Fact>
        <Fact label="Date">{momentDayLabel(createdAt)}</Fact>
      </dl>
      <section aria-labelledby="visits-title">
        <h2 id="visits-title" className="mb-2 text-xl">
          {bill.isTip ? 'Tip' : 'Visits'}
        </h2>
        <BilledVisits visits={visits} isOwn={isOwn} />
        <p className="flex justify-between gap-4 border-ink border-t-2 pt-3 font-bold font-display text-xl tabular-nums">
          <span>Total</span>
          <span className="whitespace-nowrap">{moneyLabel(amount)}</span>
        </p>
        {writtenOffAt && (
          <dl className="mt-2 grid gap-1 tabular-nums">
            <div className="flex justify-between gap-4">
              <dt>Written off on {momentDayLabel(writtenOffAt)}</dt>
              <dd className="whitespace-nowrap">−{moneyLabel(amount)}</dd>
            </div>
            <div className="flex justify-between gap-4 font-semibold">
              <dt>Left to pay</dt>
              <dd className="whitespace-nowrap">{moneyLabel(0)}</dd>
            </div>
          </dl>
        )}
        {creditUsed > 0 && (
          <dl className="mt-2 grid gap-1 tabular-nums">
            <div className="flex justify-between gap-4">
              <dt>Paid by credit</dt>
              <dd className="whitespace-nowrap">{moneyLabel(creditUsed)}</dd>
            </div>
            <div className="flex justify-between gap-4 font-semibold">
              <dt>{state === 'paid' || state === 'refunded' ? 'Paid besides' : 'Left to pay'}</dt>
              <dd className="whitespace-nowrap">{moneyLabel(amount - creditUsed)}</dd>
            </div>
          </dl>
        )}
      </section>
      {attempts.length > 0 && (
        <section aria-labelledby="payments-title">
          <h2 id="payments-title" className="mb-2 text-xl">
            Payment
          </h2>
          <ul className="grid gap-3">
            {attempts.map(({ at, amount: asked, status, declineMessage }) => (
              <li key={at} className="flex flex-wrap justify-between gap-x-6">
                <span>{momentLabel(at)}</span>
                <span className="sm:text-right print:text-right">
                  {asked === 0 ? 'Paid by credit' : attemptLabels[status]}
                  {asked > 0 && asked < amount && `: ${moneyLabel(asked)}`}
                  {declineMessage && (
                    <span className="block text-ink-soft">
                      {isOwn ? declineMessage : declineToStaff(declineMessage)}
                    </span>
                  )}
                </span>
              </li>
            ))}
            {bill.dispute && takenBack && (
              <li className="flex justify-between gap-x-6">
                <span>{takenBack}</span>
                <span className="whitespace-nowrap tabular-nums">−{moneyLabel(bill.dispute.amount)}</span>
              </li>
            )}
            {settled && settled.received > 0 && (
              <li className="flex justify-between gap-x-6">
                <span>Paid another way</span>
                <span className="whitespace-nowrap tabular-nums">{moneyLabel(settled.received)}</span>
              </li>
            )}
            {settled && settled.rest > 0 && (
              <li className="flex justify-between gap-x-6">
                <span>Written off</span>
                <span className="whitespace-nowrap tabular-nums">{moneyLabel(settled.rest)}</span>
              </li>
            )}
          </ul>
        </section>
      )}
      {refunds.length > 0 && <RefundsOfBill refunds={refunds} isOwed={bill.owedBack > 0} />}
    </article>
  );
}

function RefundsOfBill({ refunds, isOwed }: { refunds: readonly RefundOfBill[]; isOwed: boolean }) {
  return (
    <section aria-labelledby="sent-back-title">
      <h2 id="sent-back-title" className="mb-2 text-xl">
        Money back
      </h2>
      <ul className="grid gap-3">
        {refunds.map(({ id, amount, createdAt, state, reason }) => (
          <li key={id} className="flex break-inside-avoid flex-wrap justify-between gap-x-6">
            <span>
              {momentLabel(createdAt)}
              {reason && <span className="block text-ink-soft">{reason}</span>}
            </span>
            <span className="sm:text-right print:text-right">
              <span className="font-semibold tabular-nums">{moneyLabel(amount)}</span>
              <span className="block">
                {state === 'failed' && !isOwed ? 'Returned by the bank' : refundLabels[state]}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
