import { useState } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { momentLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

// Its fields are much more than the bill, which customers open too.
const RefundDialog = later(async () => (await import('./refund-dialog.tsx')).RefundDialog);

const marks: Record<Refund['state'], { label: string; tone: BadgeTone }> = {
  'under-way': { label: 'Under way', tone: 'neutral' },
  done: { label: 'Sent back', tone: 'accepted' },
  failed: { label: 'Came back to us', tone: 'warn' },
  refused: { label: 'Refused: nothing moved', tone: 'warn' },
};

/**
 * For staff: what of a bill has gone back, who asked for it, and a way to send back more.
 * @param props.isAskedAbout whether the customer's bank asks about the payment, and has taken nothing
 */
export function RefundsSection({ billId, isAskedAbout }: { billId: string; isAskedAbout: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const { currentData, error, isFetching, refetch } = api.useListRefundsQuery(
    { params: { billId } },
    { refetchOnMountOrArgChange: true, pollingInterval: isUnderWay ? 2000 : 0 },
  );
  const isWaiting = currentData?.refunds.some(({ state }) => state === 'under-way') ?? false;
  if (isWaiting !== isUnderWay) setIsUnderWay(isWaiting);
  return (
    <section
      aria-labelledby="refunds-title"
      className="mt-6 max-w-3xl rounded-card border border-line bg-surface p-5 shadow-card sm:p-8 print:hidden"
    >
      <h2 id="refunds-title" className="mb-3 text-xl">
        Refunds
      </h2>
      {!currentData && !error && <SkeletonCards count={1} label="Loading the refunds" />}
      {!currentData && error && <LoadFailed what="refunds" isPending={isFetching} onRetry={() => void refetch()} />}
      {currentData && (
        <>
          <ul className="divide-y divide-line">
            {currentData.refunds.map((refund) => (
              <li key={refund.id} className="py-3">
                <RefundRow refund={refund} />
              </li>
            ))}
          </ul>
          {currentData.refunds.length === 0 && <p className="text-ink-soft">Nothing of this bill was refunded.</p>}
          {currentData.obstacle ? (
            <p className="mt-4 text-ink-soft">{currentData.obstacle}</p>
          ) : (
            <>
              {isAskedAbout && (
                <p className="mt-4">
                  The customer’s bank asks about this payment. Please see its question at Stripe before you refund.
                </p>
              )}
              <Button variant="secondary" className="mt-4" onPress={() => setIsOpen(true)}>
                Refund…
              </Button>
            </>
          )}
          {isOpen && (
            <RefundDialog
              billId={billId}
              left={currentData.left}
              refundedBefore={currentData.refunded}
              onClose={() => setIsOpen(false)}
            />
          )}
        </>
      )}
    </section>
  );
}

function RefundRow({ refund }: { refund: Refund }) {
  const { amount, state, createdAt, by, reason, failure } = refund;
  const { label, tone } = marks[state];
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-bold font-display text-lg tabular-nums">{moneyLabel(amount)}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-ink-soft">
        {by ?? 'At Stripe’s dashboard'}, {momentLabel(createdAt)}
        {reason && `: ${reason}`}
      </p>
      {failure && <p className="text-ink">{failure.replaceAll('_', ' ')}</p>}
    </>
  );
}
