import { Plus } from 'lucide-react';
import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { EngagementBatch } from './engagement-batch.tsx';
import { useWhoseLine } from './whose-line.ts';

const fresh = { refetchOnMountOrArgChange: true };

/** What one customer has asked for, newest first. */
export default function CustomerEngagementsPage() {
  const { customerId = '' } = useParams();
  useInvalidUrl(!customerId);
  const dispatch = useAppDispatch();
  const isCustomer = useCurrentProfile().type === 'PROFILE_TYPE_CUSTOMER';
  const whose = useWhoseLine(customerId);
  const { isFetching } = api.useListCustomerEngagementsQuery(firstPage(customerId), { ...fresh, skip: !customerId });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Engagements"
        description={whose}
        actions={
          <>
            <RefreshButton
              isPending={isFetching}
              // Every page of the list that is shown.
              onPress={() => dispatch(api.util.invalidateTags(['engagements']))}
            />
            {isCustomer && (
              <LinkButton to={newPath(customerId)} size="icon" aria-label="New engagement">
                <Plus aria-hidden="true" className="size-6" />
              </LinkButton>
            )}
          </>
        }
      />
      <div className="grid gap-4">{customerId && <CustomerBatch customerId={customerId} mayAdd={isCustomer} />}</div>
    </div>
  );
}

type CustomerBatchProps = { customerId: string; mayAdd: boolean; after?: string };

function CustomerBatch({ customerId, mayAdd, after }: CustomerBatchProps) {
  const loaded = api.useListCustomerEngagementsQuery(
    after ? { ...firstPage(customerId), query: { after } } : firstPage(customerId),
    fresh,
  );
  return (
    <EngagementBatch
      loaded={loaded}
      isFirst={!after}
      empty={
        <EmptyState
          title="No Engagements"
          {...(mayAdd
            ? {
                text: 'Create a new engagement to get started.',
                action: <LinkButton to={newPath(customerId)}>Create</LinkButton>,
              }
            : {})}
        />
      }
      more={(next) => <CustomerBatch customerId={customerId} mayAdd={mayAdd} after={next} />}
    />
  );
}

const firstPage = (customerProfileId: string) => ({ params: { customerProfileId }, query: {} });
const newPath = (customerId: string) => `/customers/${customerId}/engagements/new`;
