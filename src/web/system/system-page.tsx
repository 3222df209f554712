import type { System } from '#contract/system.ts';
import { momentLabel } from '#domain/calendar.ts';
import { triedParts } from '#domain/system.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { WithRight } from '#web/layouts/with-right.tsx';
import { failureText, unknownText, waitingText } from '#web/settings/setup-words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { StandstillCard } from './standstill-card.tsx';
import { partText, partTitles, reasonBadges, sinceText, sizeLabel, stateBadges } from './system-words.ts';

type Part = System['parts'][number];
type TriedPart = (typeof triedParts)[number];
const isTried = (part: Part['part']): part is TriedPart => (triedParts as readonly string[]).includes(part);

/** How what the business runs on does, for those who can see to it. */
export default function SystemPage() {
  return (
    <WithRight right="system">
      <SystemState />
    </WithRight>
  );
}

/** In milliseconds: who mends something watches it. */
const everyMs = 15_000;

function SystemState() {
  const { data, error, isFetching, refetch } = api.useGetSystemQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: everyMs,
    skipPollingIfUnfocused: true,
  });
  useLoadFailure(error, { stay: true });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="System"
        description="What the business runs on, how each part is doing, and what to do. We try outside services only when you press."
        actions={<RefreshButton isPending={isFetching} onPress={() => void refetch()} />}
      />
      <div className="grid max-w-3xl gap-6">
        {data ? (
          <Shown system={data} />
        ) : error ? (
          <LoadFailed what="state of the system" isPending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonCards count={3} label="Loading the state of the system" />
        )}
      </div>
    </div>
  );
}

function Shown({ system }: { system: System }) {
  return (
    <>
      {system.standstill && <StandstillCard standstill={system.standstill} />}
      <Card title="Status">
        <ul className="grid gap-6">
          {system.parts.map((one) => (
            <PartRow key={one.part} of={one} system={system} />
          ))}
        </ul>
      </Card>
      {system.failedJobs.length > 0 && <FailedJobs jobs={system.failedJobs} />}
    </>
  );
}

function PartRow({ of, system }: { of: Part; system: System }) {
  const { part, state } = of;
  const badge = reasonBadges[of.reason] ?? stateBadges[state];
  const check = system.checks.find((one) => one.check === part);
  const since = sinceText(of, system.now);
  return (
    <li className="grid gap-2 border-line border-t pt-6 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg">{partTitles[part]}</h3>
        <Badge tone={badge.tone}>{badge.word}</Badge>
      </div>
      <p role="status" className="text-ink-soft">
        {partText(of)} {since}
      </p>
      {part === 'database' && (
        <p className="text-ink-soft text-sm">
          PostgreSQL {system.database.version}, about {sizeLabel(system.database.megabytes)}
        </p>
      )}
      {part === 'files' && (
        <p className="text-ink-soft text-sm">
          {system.filesIn === 'bucket' ? 'Photos lie in a bucket.' : 'Photos lie in a folder of the server.'}
          {of.count !== null && ` ${sizeLabel(of.count)} are free on the server's disk.`}
        </p>
      )}
      {check?.state === 'waiting' && <p>{waitingText(check.check)}</p>}
      {check?.state === 'failed' && (
        <p className="font-semibold text-danger">{failureText(check, system.webhookUrl)}</p>
      )}
      {check && unknownText(check) && <p className="text-ink-soft">{unknownText(check)}</p>}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {isTried(part) && <TryButton part={part} />}
        {(of.reason === 'messages-dead' || (of.reason === 'no-texts' && of.count !== null)) && (
          <LinkButton variant="secondary" to="/undelivered-messages">
            See them
          </LinkButton>
        )}
      </div>
    </li>
  );
}

function TryButton({ part }: { part: TriedPart }) {
  const dispatch = useAppDispatch();
  const [run, { isLoading }] = api.useRunSystemCheckMutation();
  const start = async () => {
    const { error } = await run({ params: { part } });
    if (error) dispatch(failureAlert(error));
  };
  return (
    <Button variant="secondary" isPending={isLoading} pendingLabel="Trying…" onPress={() => void start()}>
      Try it now<span className="sr-only">: {partTitles[part]}</span>
    </Button>
  );
}

function FailedJobs({ jobs }: { jobs: System['failedJobs'] }) {
  return (
    <Card
      title="Failed jobs"
      description="Most of them are made good by the next look for what is due. Run one again once what it says is mended; it is kept for two weeks."
    >
      <ul className="grid gap-6">
        {jobs.map((job) => (
          <FailedJob key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  );
}

function FailedJob({ job }: { job: System['failedJobs'][number] }) {
  const dispatch = useAppDispatch();
  const [run, { isLoading }] = api.useRunJobAgainMutation();
  const start = async () => {
    const { error } = await run({ params: { jobId: job.id } });
    if (error) dispatch(failureAlert(error));
  };
  return (
    <li className="grid gap-2 border-line border-t pt-6 first:border-t-0 first:pt-0">
      <h3 className="text-lg">{job.queue.replaceAll('-', ' ')}</h3>
      <p className="text-ink-soft">
        {momentLabel(job.failedAt)}: {job.reason}
      </p>
      <div>
        <Button variant="secondary" isPending={isLoading} pendingLabel="Running…" onPress={() => void start()}>
          Run it again
          <span className="sr-only">
            : {job.queue.replaceAll('-', ' ')} of {momentLabel(job.failedAt)}
          </span>
        </Button>
      </div>
    </li>
  );
}
