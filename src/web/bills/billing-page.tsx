import { ReceiptText } from 'lucide-react';
import { useParams } from 'react-router';
import type { Billing, BillSummary } from '#contract/bills.ts';
import { moneyLabel } from '#domain/labels.ts';
import { onItsWaySentence } from '#domain/on-its-way.ts';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { CardsToReplace } from '#web/payment-methods/cards-to-replace.tsx';
import { PayOverdue } from '#web/payment-methods/pay-overdue.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RowLink } from '#web/ui/row-link.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import {
  aftermathSentences,
  billMark,
  laterSentence,
  nextSentence,
  nothingToPay,
  owedSentence,
  visitsLabel,
} from './bill-words.ts';
import { CreditSection } from './credit-section.tsx';
import { CustomerActs } from './customer-acts.tsx';

/** What a customer owes, what happens next, and every bill. */
export default function BillingPage() {
  const { customerId = '' } = useParams();
  useInvalidUrl(!customerId);
  const profile = useCurrentProfile();
  const call = { params: { customerProfileId: customerId } };
  const options = { refetchOnMountOrArgChange: true, skip: !customerId };
  const billing = api.useGetBillingQuery(call, options);
  const bills = api.useListBillsInfiniteQuery(call, options);
  useLoadFailure(billing.error, { notFound: 'Profile not found' });
  const refresh = () => {
    void billing.refetch();
    void bills.refetch();
  };
  const isOwn = profile.id === customerId;
  const { nextStep, customerName } = billing.currentData ?? {};
  const told = nextStep ? nextSentence(nextStep, isOwn) : undefined;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={isOwn || !customerName ? 'Billing' : `Billing of ${customerName}`}
        description="What is open, and every bill."
        actions={<RefreshButton isPending={billing.isFetching || bills.isFetching} onPress={refresh} />}
      />
      <div className="grid gap-8">
        {billing.currentData ? (
          <OpenAmount
            billing={billing.currentData}
            isOwn={isOwn}
            hasBills={bills.currentData?.pages.some((page) => page.bills.length > 0)}
          />
        ) : billing.error ? (
          <LoadFailed what="open amount" isPending={billing.isFetching} onRetry={() => void billing.refetch()} />
        ) : (
          <SkeletonCards count={1} label="Loading what is open" />
        )}
        {isOwn && (
          <div className="grid gap-6 empty:hidden">
            <PayOverdue customerProfileId={customerId} userId={profile.userId} isOpenAmountTold />
          </div>
        )}
        {billing.currentData && <CardsToReplace customerProfileId={customerId} />}
        {billing.currentData && (
          <CreditSection
            customerId={customerId}
            billing={billing.currentData}
            isOwn={isOwn}
            isStaff={profile.type === 'PROFILE_TYPE_EMPLOYEE'}
          />
        )}
        <section aria-labelledby="bills-title">
          <h2 id="bills-title" className="mb-4 text-2xl">
            Bills
          </h2>
          <PagedList
            what="bills"
            // A person who may not see the billing is told so once.
            loaded={{ ...bills, error: billing.currentData && bills.error }}
            rows={bills.currentData?.pages.flatMap((page) => page.bills)}
            keyOf={({ id }) => id}
            empty={<EmptyState title="No bills yet" text="A bill stands here as soon as a visit is charged." />}
          >
            {(bill) => <BillRow customerId={customerId} bill={bill} isOwn={isOwn} told={told} />}
          </PagedList>
        </section>
        {!isOwn && billing.currentData && <CustomerActs customerId={customerId} />}
      </div>
    </div>
  );
}

type OpenAmountProps = {
  billing: Billing;
  isOwn: boolean;
  /** Undefined until that is known. */
  hasBills: boolean | undefined;
};

function OpenAmount({ billing, isOwn, hasBills }: OpenAmountProps) {
  const { openAmount, onItsWay, nextStep, paidTwice, owedBack } = billing;
  const later = laterSentence(billing);
  const owed = openAmount - onItsWay;
  return (
    <Card title={owed > 0 ? `${moneyLabel(owed)} is open` : nothingToPay}>
      {/* Without a sentence, the title's own space below is too much. */}
      <div className="grid gap-2 empty:-mt-4">
        {nextStep && <p>{nextSentence(nextStep, isOwn, `${moneyLabel(onItsWay)} for visits`)}</p>}
        {onItsWay > 0 && !(nextStep && owed === 0) && <p>{onItsWaySentence(onItsWay, isOwn)}</p>}
        {!nextStep && !later && hasBills === false && <p className="text-ink-soft">There was nothing to pay so far.</p>}
        {later && <p>{later}</p>}
        {paidTwice > 0 && <p>{moneyLabel(paidTwice)} was paid twice. We are sending it back.</p>}
        {owedBack > 0 && <p>{owedSentence(owedBack, isOwn)}</p>}
      </div>
    </Card>
  );
}

type BillRowProps = {
  customerId: string;
  bill: BillSummary;
  isOwn: boolean;
  /** What the page says already of what happens next. */
  told: string | undefined;
};

function BillRow({ customerId, bill, isOwn, told }: BillRowProps) {
  const { id, number, amount, creditUsed } = bill;
  const { label, tone } = billMark(bill, isOwn);
  const next = nextSentence(bill, isOwn);
  return (
    <RowLink to={`/customers/${customerId}/billing/${id}`} icon={ReceiptText}>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="whitespace-nowrap font-semibold text-lg">{number}</span>
        <Badge tone={tone} mayWrap>
          {label}
        </Badge>
      </span>
      <span className="mt-1 flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">{visitsLabel(bill)}</span>
        <span className="whitespace-nowrap font-bold font-display text-xl tabular-nums">{moneyLabel(amount)}</span>
      </span>
      {creditUsed > 0 && <span className="block text-ink-soft">Credit pays {moneyLabel(creditUsed)} of it.</span>}
      {next && next !== told && <span className="block text-ink-soft">{next}</span>}
      {aftermathSentences(bill, isOwn).map((sentence) => (
        <span key={sentence} className="block text-ink-soft">
          {sentence}
        </span>
      ))}
    </RowLink>
  );
}
