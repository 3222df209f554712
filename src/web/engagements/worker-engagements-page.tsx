import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { EngagementList } from './engagement-list.tsx';

/** A worker's own engagements and the open proposals, newest first. */
export default function WorkerEngagementsPage() {
  const { workerId = '' } = useParams();
  useInvalidUrl(!workerId);
  const { currentData, error, isFetching, refetch } = api.useListWorkerEngagementsQuery(
    { params: { workerProfileId: workerId } },
    { skip: !workerId, refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error);
  const engagements = currentData?.engagements;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Engagements"
        actions={<RefreshButton isPending={isFetching} onPress={() => void refetch()} />}
      />
      {!engagements && !error && <SkeletonCards label="Loading engagements" />}
      {engagements?.length === 0 && <EmptyState title="You have no engagements" />}
      {engagements && engagements.length > 0 && <EngagementList engagements={engagements} showsCustomer />}
    </div>
  );
}
