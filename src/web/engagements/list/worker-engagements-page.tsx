import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { EngagementRow } from './engagement-row.tsx';
import { useWhoseLine } from './whose-line.ts';

/** A worker's own engagements, newest first, and the open proposals behind them. */
export default function WorkerEngagementsPage() {
  const { workerId = '' } = useParams();
  useInvalidUrl(!workerId);
  const isStaff = useCurrentProfile().type === 'PROFILE_TYPE_EMPLOYEE';
  const whose = useWhoseLine(workerId);
  const loaded = api.useListWorkerEngagementsInfiniteQuery(
    { params: { workerProfileId: workerId } },
    { refetchOnMountOrArgChange: true, skip: !workerId },
  );
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Engagements"
        {...(whose ? { description: `${whose} Behind them stand the proposals that wait for any worker.` } : {})}
        actions={<RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />}
      />
      <PagedList
        what="engagements"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ engagements }) => engagements)}
        keyOf={({ id }) => id}
        goesBack
        empty={<EmptyState title={isStaff ? 'No Engagements' : 'You have no engagements'} />}
      >
        {(engagement) => <EngagementRow engagement={engagement} showsCustomer />}
      </PagedList>
    </div>
  );
}
