import { api } from '#web/api/api.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { DeskBatch } from './desk-batch.tsx';
import { PaymentRow } from './desk-rows.tsx';

const usePage = (after: string | undefined) =>
  api.useListFailedPaymentsQuery({ query: { after } }, { refetchOnMountOrArgChange: true });

/** Every payment that failed and is not made up for. */
export default function FailedPaymentsPage() {
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading title="Failed payments" description="Those given up come first: they need somebody to call." />
      <div className="grid gap-4">
        <DeskBatch
          usePage={usePage}
          keyOf={(payment) => payment.paymentId}
          what="payments"
          emptyTitle="No Failed Payments"
          emptyText="Every visit is paid, or about to be."
        >
          {(payment) => <PaymentRow payment={payment} />}
        </DeskBatch>
      </div>
    </div>
  );
}
