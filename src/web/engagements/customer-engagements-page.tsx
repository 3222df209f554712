import { Plus } from 'lucide-react';
import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { EngagementList } from './engagement-list.tsx';

/** What one customer has asked for, newest first. */
export default function CustomerEngagementsPage() {
  const { customerId = '' } = useParams();
  useInvalidUrl(!customerId);
  const isCustomer = useCurrentProfile().type === 'PROFILE_TYPE_CUSTOMER';
  const { currentData, error, isFetching, refetch } = api.useListCustomerEngagementsQuery(
    { params: { customerProfileId: customerId } },
    { skip: !customerId, refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error);
  const engagements = currentData?.engagements;
  const newPath = `/customers/${customerId}/engagements/new`;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Engagements"
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
            {isCustomer && (
              <LinkButton to={newPath} size="icon" aria-label="New engagement">
                <Plus aria-hidden="true" className="size-6" />
              </LinkButton>
            )}
          </>
        }
      />
      {!engagements && !error && <SkeletonCards label="Loading engagements" />}
      {engagements?.length === 0 && (
        <EmptyState
          title="No Engagements"
          {...(isCustomer
            ? {
                text: 'Create a new engagement to get started.',
                action: <LinkButton to={newPath}>Create</LinkButton>,
              }
            : {})}
        />
      )}
      {engagements && engagements.length > 0 && <EngagementList engagements={engagements} />}
    </div>
  );
}
