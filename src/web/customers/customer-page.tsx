import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { WaitingOrders } from '#web/orders/waiting-orders.tsx';
import { PersonPage } from '#web/profiles/person-page.tsx';
import { CustomerMoney } from './customer-money.tsx';
import { CustomerServices } from './customer-services.tsx';
import { CustomerVisits } from './customer-visits.tsx';
import { marksOf } from './customer-words.ts';

/** All that staff know of a customer. */
export default function CustomerPage() {
  const { customerId = '' } = useParams();
  useInvalidUrl(!customerId);
  // Coming from one customer to another starts anew.
  return <OneCustomer key={customerId} customerId={customerId} />;
}

function OneCustomer({ customerId }: { customerId: string }) {
  const options = { refetchOnMountOrArgChange: true, skip: !customerId };
  const loaded = api.useGetCustomerQuery({ params: { customerProfileId: customerId } }, options);
  return (
    <PersonPage
      what="customer"
      profileId={customerId}
      loaded={loaded}
      marksOf={marksOf}
      hasYards
      money={(customer) => <CustomerMoney customer={customer} />}
      work={(customer, profile) => (
        <>
          {profile && <WaitingOrders email={profile.email} phone={profile.phone} />}
          <CustomerServices customer={customer} />
          <CustomerVisits customer={customer} />
        </>
      )}
    />
  );
}
