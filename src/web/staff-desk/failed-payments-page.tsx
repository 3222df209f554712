import { api } from '#web/api/api.ts';
import { DeskListPage } from './desk-list-page.tsx';
import { PaymentRow } from './desk-rows.tsx';

/** Every payment that failed and is not made up for. */
export default function FailedPaymentsPage() {
  const loaded = api.useListFailedPaymentsInfiniteQuery({}, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Failed payments"
      description="Those given up come first: they need somebody to call."
      what="payments"
      loaded={loaded}
      keyOf={(payment) => payment.paymentId}
      emptyTitle="No Failed Payments"
      emptyText="Every visit is paid, or about to be."
    >
      {(payment) => <PaymentRow payment={payment} />}
    </DeskListPage>
  );
}
