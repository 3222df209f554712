import { staffApi } from '#web/api/staff-api.ts';
import { DeskListPage } from './desk-list-page.tsx';
import { PaymentRow } from './desk-rows.tsx';

/** Lists every payment that has failed and is still unpaid. */
export default function FailedPaymentsPage() {
  const loaded = staffApi.useListFailedPaymentsInfiniteQuery({}, { refetchOnMountOrArgChange: true });
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
