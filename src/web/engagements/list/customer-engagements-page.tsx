import { Plus } from 'lucide-react';
import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { EngagementRow } from './engagement-row.tsx';
import { useWhoseLine } from './whose-line.ts';

/** What one customer has asked for, newest first. */
export default function CustomerEngagementsPage() {
  const { customerId = '' } = useParams();
  useInvalidUrl(!customerId);
  const isCustomer = useCurrentProfile().type === 'PROFILE_TYPE_CUSTOMER';
  const whose = useWhoseLine(customerId);
  const loaded = api.useListCustomerEngagementsInfiniteQuery(
    { params: { customerProfileId: customerId } },
    { refetchOnMountOrArgChange: true, skip: !customerId },
  );
  const newPath = `/customers/${customerId}/engagements/new`;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Engagements"
        description={whose}
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            {isCustomer && (
              <LinkButton to={newPath} size="icon" aria-label="New engagement">
                <Plus aria-hidden="true" className="size-6" />
              </LinkButton>
            )}
          </>
        }
      />
      <PagedList
        what="engagements"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ engagements }) => engagements)}
        keyOf={({ id }) => id}
        goesBack
        empty={
          <EmptyState
            title="No Engagements"
            {...(isCustomer
              ? {
                  text: 'Create a new engagement to get started.',
                  action: <LinkButton to={newPath}>Create</LinkButton>,
                }
              : {})}
          />
        }
      >
        {(engagement) => <EngagementRow engagement={engagement} />}
      </PagedList>
    </div>
  );
}
