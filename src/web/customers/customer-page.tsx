import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import type { Customer } from '#contract/customers.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { AddressCards } from '#web/addresses/address-cards.tsx';
import { api } from '#web/api/api.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { InboundSection } from '#web/correspondence/inbound-section.tsx';
import { MessagesSection } from '#web/correspondence/messages-section.tsx';
import { NotesSection } from '#web/notes/notes-section.tsx';
import { WaitingOrders } from '#web/orders/waiting-orders.tsx';
import { AccountAccessCard } from '#web/profiles/account-access-card.tsx';
import { ReachCard } from '#web/profiles/reach-card.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { CustomerMoney } from './customer-money.tsx';
import { CustomerServices } from './customer-services.tsx';
import { CustomerVisits } from './customer-visits.tsx';
import { marksOf } from './customer-words.ts';

// It stands at the end, and few open it.
const DataCard = lazy(async () => ({ default: (await import('#web/profiles/data-card.tsx')).DataCard }));

/** All that staff know of a customer. */
export default function CustomerPage() {
  const { customerId = '' } = useParams();
  useInvalidUrl(!customerId);
  // Coming from one customer to another starts anew.
  return <OneCustomer key={customerId} customerId={customerId} />;
}

function OneCustomer({ customerId }: { customerId: string }) {
  const options = { refetchOnMountOrArgChange: true, skip: !customerId };
  const loaded = staffApi.useGetCustomerQuery({ params: { customerProfileId: customerId } }, options);
  const profile = api.useGetProfileQuery({ params: { profileId: customerId } }, options).currentData?.profile;
  const customer = loaded.currentData;
  // Of who was erased there is nothing to read, and nothing to write.
  const isErased = profile?.accountErasedAt !== undefined;
  useLoadFailure(loaded.error, { stay: customer !== undefined, notFound: 'Customer not found' });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={customer?.name ?? 'Customer'}
        description={customer && `Customer since ${momentDayLabel(customer.since)}.`}
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            <LinkButton to="/customers" variant="quiet">
              All customers
            </LinkButton>
          </>
        }
      />
      {!customer && !loaded.error && <SkeletonCards count={3} label="Loading the customer" />}
      {!customer && loaded.error && (
        <LoadFailed what="customer" isPending={loaded.isFetching} onRetry={() => void loaded.refetch()} />
      )}
      {customer && (
        <>
          <p className="-mt-4 mb-6 flex flex-wrap gap-2 empty:hidden">
            {marksOf(customer).map(({ label, tone }) => (
              <Badge key={label} tone={tone}>
                {label}
              </Badge>
            ))}
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
            <div className="grid gap-6">
              {!profile && <SkeletonCards count={1} label="Loading how to reach" />}
              {profile && !isErased && <ReachCard profile={profile} />}
              {!isErased && <NotesSection profileId={customerId} />}
              {!isErased && <AddressCards profileId={customerId} hasYards />}
              <CustomerMoney customer={customer} />
            </div>
            <div className="grid gap-6">
              {profile && <WaitingOrders email={profile.email} phone={profile.phone} />}
              <CustomerServices customer={customer} />
              <CustomerVisits customer={customer} />
              {!isErased && <InboundSection profileId={customerId} />}
              {!isErased && <MessagesSection profileId={customerId} />}
              <AccountFacts customer={customer} />
              {profile && !isErased && <AccountAccessCard profile={profile} />}
              {profile && (
                <Suspense>
                  <DataCard profile={profile} />
                </Suspense>
              )}
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function AccountFacts({ customer: { username, confirmedAt, lastSeenAt } }: { customer: Customer }) {
  return (
    <Card title="Account">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="User name">{username}</Fact>
        <Fact label="E-mail confirmed">{confirmedAt ? momentDayLabel(confirmedAt) : 'Not yet'}</Fact>
        <Fact label="Last seen">{lastSeenAt ? momentDayLabel(lastSeenAt) : 'Never'}</Fact>
      </dl>
    </Card>
  );
}
