import { useParams } from 'react-router';
import type { Worker } from '#contract/workers.ts';
import { longDayLabel, momentDayLabel, momentLabel } from '#domain/calendar.ts';
import { AddressCards } from '#web/addresses/address-cards.tsx';
import { api } from '#web/api/api.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { InboundSection } from '#web/correspondence/inbound-section.tsx';
import { MessagesSection } from '#web/correspondence/messages-section.tsx';
import { NotesSection } from '#web/notes/notes-section.tsx';
import { AccountAccessCard } from '#web/profiles/account-access-card.tsx';
import { DataCard } from '#web/profiles/data-card.tsx';
import { ReachCard } from '#web/profiles/reach-card.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
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
  const loaded = staffApi.useGetWorkerQuery({ params: { workerProfileId: workerId } }, options);
  const profile = api.useGetProfileQuery({ params: { profileId: workerId } }, options).currentData?.profile;
  const worker = loaded.currentData;
  // Of who was erased there is nothing to read, and nothing to write.
  const isErased = profile?.accountErasedAt !== undefined;
  useLoadFailure(loaded.error, { stay: worker !== undefined, notFound: 'Worker not found' });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={worker?.name ?? 'Worker'}
        description={worker && `Worker since ${momentDayLabel(worker.since)}.`}
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            <LinkButton to="/workers" variant="quiet">
              All workers
            </LinkButton>
          </>
        }
      />
      {!worker && !loaded.error && <SkeletonCards count={3} label="Loading the worker" />}
      {!worker && loaded.error && (
        <LoadFailed what="worker" isPending={loaded.isFetching} onRetry={() => void loaded.refetch()} />
      )}
      {worker && (
        <>
          <p className="-mt-4 mb-6 flex flex-wrap gap-2 empty:hidden">
            {marksOf(worker).map(({ label, tone }) => (
              <Badge key={label} tone={tone}>
                {label}
              </Badge>
            ))}
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
            <div className="grid gap-6">
              {!isErased && <ApprovalCard worker={worker} />}
              {!profile && <SkeletonCards count={1} label="Loading how to reach" />}
              {profile && !isErased && <ReachCard profile={profile} />}
              {!isErased && <NotesSection profileId={workerId} />}
              {!isErased && <AddressCards profileId={workerId} hasYards={false} />}
              <WorkerMoney worker={worker} />
            </div>
            <div className="grid gap-6">
              <WorkerWeek worker={worker} />
              {!isErased && <InboundSection profileId={workerId} />}
              {!isErased && <MessagesSection profileId={workerId} />}
              <AccountFacts worker={worker} />
              {profile && !isErased && <AccountAccessCard profile={profile} />}
              {profile && <DataCard profile={profile} />}
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function WorkerMoney({ worker: { profileId, isOnboarded, restrictedAt, payoutFailedAt } }: { worker: Worker }) {
  return (
    <Card
      title="Pay"
      actions={
        <LinkButton to={`/workers/${profileId}/earnings`} variant="quiet">
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

function AccountFacts({ worker: { username, confirmedAt, lastSeenAt, lastDays } }: { worker: Worker }) {
  return (
    <Card title="Account">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="User name">{username}</Fact>
        <Fact label="E-mail confirmed">{confirmedAt ? momentDayLabel(confirmedAt) : 'Not yet'}</Fact>
        <Fact label="Last seen">{lastSeenAt ? momentDayLabel(lastSeenAt) : 'Never'}</Fact>
        <Fact label={`Visits since ${longDayLabel(lastDays.since)}`}>
          {lastDays.done} done, {lastDays.missed} missed
        </Fact>
      </dl>
    </Card>
  );
}
