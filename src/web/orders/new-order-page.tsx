import { useSearchParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { later } from '#web/ui/later.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

const pending = <SkeletonCards count={4} label="Loading the form" />;
const NewOrderForm = later(async () => (await import('./new-order-form.tsx')).NewOrderForm, pending);

/** The page on which staff ask for a service on behalf of somebody who called, or who has sent an inquiry. */
export default function NewOrderPage() {
  const [parameters] = useSearchParams();
  const inquiryId = parameters.get('inquiry') ?? '';
  const profileId = parameters.get('customer') ?? '';
  const products = api.useListProductsQuery({ query: {} }, { refetchOnMountOrArgChange: true });
  const inquiry = api.useGetInquiryQuery({ params: { inquiryId } }, { skip: !inquiryId });
  const profile = api.useGetProfileQuery({ params: { profileId } }, { skip: !profileId });
  const email = profile.data?.profile.email;
  const accounts = api.useFindAccountsQuery({ query: email ? { email } : {} }, { skip: !email });
  useLoadFailure(products.error, { stay: true });
  useLoadFailure(inquiry.error, { stay: true });
  useLoadFailure(profile.error, { stay: true });
  useLoadFailure(accounts.error, { stay: true });
  const failed = [products, inquiry, profile, accounts].find(({ error }) => error);
  const isReady = products.data && (!inquiryId || inquiry.data) && (!profileId || accounts.data);
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={profileId ? 'New Order' : 'New Customer'}
        description={
          profileId
            ? 'Write down what the customer wants. They get a link to agree, and to choose how they pay; then workers see it.'
            : 'Write down what they want. They get a link to set a password, agree and save a card; then workers see it.'
        }
      />
      {failed && <LoadFailed what="form" isPending={failed.isFetching} onRetry={() => void failed.refetch()} />}
      {!failed && !isReady && pending}
      {products.data && isReady && (
        <NewOrderForm
          products={products.data.products}
          baseRates={products.data.baseRates}
          today={products.data.today}
          inquiry={inquiryId ? inquiry.data?.inquiry : undefined}
          account={profileId ? accounts.data?.accounts.find((one) => one.customerProfileId === profileId) : undefined}
        />
      )}
    </div>
  );
}
