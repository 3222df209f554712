import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EngagementsPage } from './engagements-page.tsx';
import { useWhoseName } from './whose-name.ts';

/** A worker's own engagements, newest first, followed by the open proposals. */
export default function WorkerEngagementsPage() {
  const { workerId = '' } = useParams();
  useInvalidUrl(!workerId);
  const isStaff = useCurrentProfile().type === 'PROFILE_TYPE_EMPLOYEE';
  const whose = useWhoseName(workerId);
  const loaded = api.useListWorkerEngagementsInfiniteQuery(
    { params: { workerProfileId: workerId } },
    { refetchOnMountOrArgChange: true, skip: !workerId },
  );
  return (
    <EngagementsPage
      loaded={loaded}
      whose={whose}
      description={isStaff ? 'Behind them stand the proposals that wait for any worker.' : undefined}
      empty={
        isStaff ? (
          <EmptyState
            title="No Engagements"
            text="In the calendar you can give this worker what nobody has yet."
            action={<LinkButton to="/calendar">Calendar</LinkButton>}
          />
        ) : (
          <EmptyState
            title="You have no engagements"
            text="What customers ask for stands in your plan. Put it on a weekday, and it is yours."
            action={<LinkButton to={`/worker/${workerId}/plan`}>To the plan</LinkButton>}
          />
        )
      }
      workerId={workerId}
    />
  );
}
