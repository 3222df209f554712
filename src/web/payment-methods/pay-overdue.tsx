import { Suspense, useState } from 'react';
import { lazyPart } from '#web/ui/later.tsx';
import { ConfirmPayments } from './confirm-payments.tsx';
import { useOverdue } from './use-overdue.ts';

// Most customers never see it.
const PayPanel = lazyPart(async () => (await import('./pay-panel.tsx')).PayPanel);

export type PayOverdueProps = {
  customerProfileId: string;
  userId: string;
  /** The card of the service that the page is about: it is chosen first, unless it was declined. */
  card?: string | null;
  /** Whether the page says by itself how much is open, and what comes next. */
  isOpenAmountTold?: boolean;
};

/** Lets a customer pay or confirm what is due. Shows nothing while all is well. */
export function PayOverdue(props: PayOverdueProps) {
  const overdue = useOverdue(props.customerProfileId);
  const [wasOwed, setOwed] = useState(false);
  if (overdue && (overdue.amount > 0 || overdue.toConfirm.length > 0) && !wasOwed) setOwed(true);
  if (!overdue) return null;
  return (
    <>
      {overdue.toConfirmEngagementIds.map((engagementId) => (
        <ConfirmPayments key={engagementId} customerProfileId={props.customerProfileId} engagementId={engagementId} />
      ))}
      {wasOwed && (
        <Suspense>
          <PayPanel {...props} overdue={overdue} />
        </Suspense>
      )}
    </>
  );
}
