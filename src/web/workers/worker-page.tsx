import { useParams } from 'react-router';
import type { Worker } from '#contract/workers.ts';
import { longDayLabel, momentDayLabel, momentLabel } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { PersonPage } from '#web/profiles/person-page.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { WorkerWeek } from './worker-week.tsx';
import { marksOf } from './worker-words.ts';

/** All that staff know of a worker. */
export default function WorkerPage() {
  const { workerId = '' } = useParams();
  useInvalidUrl(!workerId);
  // Coming from one worker to another starts anew.
  return <OneWorker key={workerId} workerId={workerId} />;
}

function OneWorker({ workerId }: { workerId: string }) {
  const options = { refetchOnMountOrArgChange: true, skip: !workerId };
  const loaded = api.useGetWorkerQuery({ params: { workerProfileId: workerId } }, options);
  return (
    <PersonPage
      what="worker"
      profileId={workerId}
      loaded={loaded}
      marksOf={marksOf}
      hasYards={false}
      decision={(worker) => <ApprovalCard worker={worker} />}
      money={(worker) => <WorkerMoney worker={worker} />}
      work={(worker) => <WorkerWeek worker={worker} />}
      facts={({ lastDays }) => (
        <Fact label={`Visits since ${longDayLabel(lastDays.since)}`}>
          {lastDays.done} done, {lastDays.missed} missed
        </Fact>
      )}
    />
  );
}

function WorkerMoney({ worker: { profileId, isOnboarded, restrictedAt, payoutFailedAt } }: { worker: Worker }) {
  return (
    <Card
      title="Pay"
      actions={
        <LinkButton to={`/workers/${profileId}/earnings`} variant="quiet" size="edge">
          Earnings
        </LinkButton>
      }
    >
      <dl className="grid gap-x-6 gap-y-4">
        <Fact label="Account at Stripe">
          {isOnboarded
            ? 'In good standing'
            : restrictedAt
              ? `Restricted since ${momentLabel(restrictedAt)}`
              : 'Not complete'}
        </Fact>
        {payoutFailedAt && <Fact label="Last payout">The bank did not take it, {momentDayLabel(payoutFailedAt)}</Fact>}
      </dl>
    </Card>
  );
}
