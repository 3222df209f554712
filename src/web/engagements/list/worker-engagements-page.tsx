import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { EngagementBatch } from './engagement-batch.tsx';
import { useWhoseLine } from './whose-line.ts';

const fresh = { refetchOnMountOrArgChange: true };

/** A worker's own engagements, newest first, and the open proposals behind them. */
export default function WorkerEngagementsPage() {
  const { workerId = '' } = useParams();
  useInvalidUrl(!workerId);
  const whose = useWhoseLine(workerId);
  const dispatch = useAppDispatch();
  const { isFetching } = api.useListWorkerEngagementsQuery(firstPage(workerId), { ...fresh, skip: !workerId });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Engagements"
        {...(whose ? { description: `${whose} Behind them stand the proposals that wait for any worker.` } : {})}
        actions={
          <RefreshButton
            isPending={isFetching}
            // Every page of the list that is shown.
            onPress={() => dispatch(api.util.invalidateTags(['engagements']))}
          />
        }
      />
      <div className="grid gap-4">{workerId && <WorkerBatch workerId={workerId} />}</div>
    </div>
  );
}

function WorkerBatch({ workerId, after }: { workerId: string; after?: string }) {
  const isStaff = useCurrentProfile().type === 'PROFILE_TYPE_EMPLOYEE';
  const loaded = api.useListWorkerEngagementsQuery(
    after ? { ...firstPage(workerId), query: { after } } : firstPage(workerId),
    fresh,
  );
  return (
    <EngagementBatch
      loaded={loaded}
      isFirst={!after}
      showsCustomer
      empty={<EmptyState title={isStaff ? 'No Engagements' : 'You have no engagements'} />}
      more={(next) => <WorkerBatch workerId={workerId} after={next} />}
    />
  );
}

const firstPage = (workerProfileId: string) => ({ params: { workerProfileId }, query: {} });
