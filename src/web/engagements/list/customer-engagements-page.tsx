import { Plus } from 'lucide-react';
import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EngagementsPage } from './engagements-page.tsx';
import { useWhoseName } from './whose-name.ts';

/** One customer's engagements, newest first. */
export default function CustomerEngagementsPage() {
  const { customerId = '' } = useParams();
  useInvalidUrl(!customerId);
  const isCustomer = useCurrentProfile().type === 'PROFILE_TYPE_CUSTOMER';
  const whose = useWhoseName(customerId);
  const loaded = api.useListCustomerEngagementsInfiniteQuery(
    { params: { customerProfileId: customerId } },
    { refetchOnMountOrArgChange: true, skip: !customerId },
  );
  const home = api.useGetCustomerHomeQuery(
    { params: { customerProfileId: customerId } },
    { refetchOnMountOrArgChange: true, skip: !isCustomer || !customerId },
  );
  const nextVisits = new Map(home.currentData?.services.map(({ engagementId, next }) => [engagementId, next?.date]));
  const newPath = `/customers/${customerId}/engagements/new`;
  const newText = 'Create a new engagement to get started.';
  return (
    <EngagementsPage
      loaded={loaded}
      whose={whose}
      description={isCustomer ? 'Your visits, service by service.' : undefined}
      nextVisits={nextVisits}
      actions={
        isCustomer && (
          <LinkButton to={newPath} size="icon" aria-label="New engagement">
            <Plus aria-hidden="true" className="size-6" />
          </LinkButton>
        )
      }
      empty={
        <EmptyState
          title="No Engagements"
          {...(isCustomer && home.currentData?.hasProduct === false
            ? {
                text: 'We do not offer a service right now. Please look in again soon.',
                action: (
                  <LinkButton to="/inquiry" variant="secondary">
                    Write to us
                  </LinkButton>
                ),
              }
            : isCustomer
              ? { text: newText, action: <LinkButton to={newPath}>Create</LinkButton> }
              : { action: <LinkButton to={`/customers/${customerId}`}>To the customer</LinkButton> })}
        />
      }
    />
  );
}
