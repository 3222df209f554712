import { useRef } from 'react';
import type { SignedInDevice } from '#contract/session-shapes.ts';
import { momentLabel } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useFocusKept } from '#web/ui/focus-kept.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

/** Where the person is signed in, each with a way to sign out there. */
export function SessionCard({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = api.useListSessionsQuery(
    { params: { userId } },
    { refetchOnMountOrArgChange: true },
  );
  const list = useRef<HTMLUListElement>(null);
  useFocusKept(list);
  return (
    <Card title="Signed in" description="Every browser in which you are signed in.">
      {data && (
        <ul ref={list} tabIndex={-1} aria-label="Browsers" className="grid gap-4 outline-none">
          {data.sessions.map((session) => (
            <li key={session.id} className="border-line not-first:border-t not-first:pt-4">
              <OneSession userId={userId} session={session} />
            </li>
          ))}
        </ul>
      )}
      {!data && !error && <SkeletonCards count={1} label="Loading where you are signed in" />}
      {!data && error && <LoadFailed what="browsers" isPending={isFetching} onRetry={() => void refetch()} />}
    </Card>
  );
}

type OneSessionProps = { userId: string; session: SignedInDevice };

function OneSession({ userId, session: { id, device, startedAt, lastUsedAt, isCurrent } }: OneSessionProps) {
  const dispatch = useAppDispatch();
  const [endSession, { isLoading }] = api.useEndSessionMutation();
  const name = device ?? 'Unknown browser';
  const [since, lastUsed] = [momentLabel(startedAt), momentLabel(lastUsedAt)];
  const end = async () => {
    const { error } = await endSession({ params: { userId, sessionId: id } });
    dispatch(error ? failureAlert(error) : successAlert(`You are signed out there: ${name}.`));
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name} {isCurrent && <Badge tone="accepted">This browser</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          Since {since}
          {!isCurrent && lastUsed !== since && ` · last used ${lastUsed}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          isPending={isLoading}
          pendingLabel="Signing out…"
          aria-label={`Sign out there: ${name}, since ${since}`}
          onPress={() => void end()}
        >
          Sign out there
        </Button>
      )}
    </div>
  );
}
