import { api } from '#web/api/api.ts';
import { useListFilter } from '#web/app/list-filter.tsx';
import { DeskListPage } from './desk-list-page.tsx';
import { PaymentRow } from './desk-rows.tsx';
import { labelsOf, paymentMarks } from './desk-words.ts';

const labels = labelsOf(paymentMarks);

/** Lists every payment that has failed and is still unpaid. */
export default function FailedPaymentsPage() {
  const [state, field] = useListFilter('All payments', labels);
  const loaded = api.useListFailedPaymentsInfiniteQuery({ query: { state } }, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Failed payments"
      description="Those given up come first: they need somebody to call."
      filter={field}
      what="payments"
      loaded={loaded}
      keyOf={(payment) => payment.paymentId}
      emptyTitle="No Failed Payments"
      emptyText={
        state ? 'No failed payment is in this state.' : 'A payment that a card declines stands here until it is paid.'
      }
    >
      {(payment) => <PaymentRow payment={payment} />}
    </DeskListPage>
  );
}
