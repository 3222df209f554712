import { useState } from 'react';
import { Link } from 'react-router';
import type { Billing } from '#contract/bills.ts';
import type { CreditLine } from '#contract/credits.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { later } from '#web/ui/later.tsx';
import { creditLineWords, creditSentence } from './bill-words.ts';

const CreditDialog = later(async () => (await import('./credit-dialog.tsx')).CreditDialog);
const RemoveCreditDialog = later(async () => (await import('./remove-credit-dialog.tsx')).RemoveCreditDialog);

type CreditSectionProps = { customerId: string; billing: Billing; isOwn: boolean; isStaff: boolean };

/** What a customer has ahead, what it was given for, and which bills it has paid; staff give more, or remove some. */
export function CreditSection({ customerId, billing: { credit, creditVersion }, isOwn, isStaff }: CreditSectionProps) {
  const [open, setOpen] = useState<'give' | 'remove'>();
  const opened = { customerProfileId: customerId, version: creditVersion, onClose: () => setOpen(undefined) };
  const hasHistory = creditVersion > 0;
  if (!hasHistory && !isStaff) return null;
  return (
    <section aria-labelledby="credit-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="credit-title" className="text-2xl">
          Credit
        </h2>
        {isStaff && (
          <span className="flex flex-wrap gap-3">
            <Button variant="secondary" onPress={() => setOpen('give')}>
              Give credit…
            </Button>
            {credit > 0 && (
              <Button variant="quiet" onPress={() => setOpen('remove')}>
                Remove credit…
              </Button>
            )}
          </span>
        )}
      </div>
      <p className="mb-3">{creditSentence(credit, isOwn)}</p>
      {hasHistory && <CreditHistory customerId={customerId} />}
      {open === 'give' && <CreditDialog {...opened} />}
      {open === 'remove' && <RemoveCreditDialog {...opened} credit={credit} />}
    </section>
  );
}

function CreditHistory({ customerId }: { customerId: string }) {
  const call = { params: { customerProfileId: customerId } };
  const credits = api.useListCreditsInfiniteQuery(call, { refetchOnMountOrArgChange: true });
  return (
    <PagedList
      what="credits"
      loaded={credits}
      rows={credits.currentData?.pages.flatMap((page) => page.credits)}
      keyOf={({ id }) => id}
      empty={null}
    >
      {(line) => <CreditRow customerId={customerId} line={line} />}
    </PagedList>
  );
}

function CreditRow({ customerId, line }: { customerId: string; line: CreditLine }) {
  const { at, amount, bill, reason, by } = line;
  return (
    <div className="flex flex-wrap justify-between gap-x-6 rounded-card border border-line bg-surface p-4">
      <span className="min-w-0 flex-[1_1_14rem]">
        <span className="block">
          {creditLineWords(line)}
          {bill && (
            <>
              {' '}
              <Link
                className={`${textLinkClass} inline-block py-2.5`}
                to={`/customers/${customerId}/billing/${bill.id}`}
              >
                {bill.number}
              </Link>
            </>
          )}
        </span>
        {reason && <span className="block">{reason}</span>}
        <span className="block text-ink-soft">
          {momentDayLabel(at)}
          {by && `, ${by}`}
        </span>
      </span>
      <span className="ml-auto font-semibold tabular-nums">
        {amount > 0 ? '+' : '−'}
        {moneyLabel(Math.abs(amount))}
      </span>
    </div>
  );
}
