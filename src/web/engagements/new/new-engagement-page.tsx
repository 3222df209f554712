import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { PayOverdue } from '#web/payment-methods/pay-overdue.tsx';
import { useSetupReturn } from '#web/payment-methods/setup-return.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { FormPending } from '../form-pending.tsx';
import { NewEngagementForm } from './new-engagement-form.tsx';

/** The page on which a customer asks for a recurring service. */
export default function NewEngagementPage() {
  const { customerId = '' } = useParams();
  useInvalidUrl(!customerId);
  useSetupReturn();
  const { id, userId } = useCurrentProfile();
  const isOwn = id === customerId;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="New Engagement"
        description="Tell us about your yard and how often we should come. You see the price before you create it."
      />
      {isOwn && (
        <div className="grid gap-6">
          <PayOverdue customerProfileId={customerId} userId={userId} />
          <LoadedForm customerId={customerId} userId={userId} />
        </div>
      )}
      {!isOwn && customerId && (
        <EmptyState
          title="For customers only"
          text="Engagements are created by the customer whose yard it is."
          action={<LinkButton to="/dashboard">To the dashboard</LinkButton>}
        />
      )}
    </div>
  );
}

function LoadedForm({ customerId, userId }: { customerId: string; userId: string }) {
  const products = api.useListProductsQuery({ query: {} }, { refetchOnMountOrArgChange: true });
  const addresses = api.useListAddressesQuery({ params: { profileId: customerId } });
  const paymentMethods = api.useListPaymentMethodsQuery({ params: { userId } });
  useLoadFailure(products.error, { stay: true });
  useLoadFailure(addresses.error, { stay: true });
  useLoadFailure(paymentMethods.error, { stay: true });
  // Without anything to ask for there is nothing to fill in.
  if (products.currentData?.products.length === 0) {
    return (
      <EmptyState
        title="Nothing to ask for yet"
        text="We do not offer a service right now. Please look in again soon."
        action={<LinkButton to="/dashboard">To your home</LinkButton>}
      />
    );
  }
  if (products.currentData && addresses.currentData && paymentMethods.currentData) {
    return (
      <NewEngagementForm
        customerId={customerId}
        products={products.currentData.products}
        baseRates={products.currentData.baseRates}
        today={products.currentData.today}
        addresses={addresses.currentData.addresses}
        paymentMethods={paymentMethods.currentData}
      />
    );
  }
  return <FormPending queries={[products, addresses, paymentMethods]} count={4} />;
}
