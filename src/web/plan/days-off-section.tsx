import { useRef, useState } from 'react';
import type { DaysOff } from '#contract/holidays.ts';
import { daySpanLabel, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useFocusKept } from '#web/ui/focus-kept.ts';
import { later } from '#web/ui/later.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';

const AskDaysOffDialog = later(async () => (await import('./ask-days-off-dialog.tsx')).default);

/** A worker’s days off: those that are set, and what became of those that the worker asked for. */
export function DaysOffSection({ workerId }: { workerId: string }) {
  const params = { workerProfileId: workerId };
  const { data, error, isFetching, refetch } = api.useListDaysOffQuery({ params }, { refetchOnMountOrArgChange: true });
  const [isAsking, setAsking] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  useFocusKept(area);
  if (!data && error) return <LoadFailed what="days off" isPending={isFetching} onRetry={() => void refetch()} />;
  return (
    <div ref={area} tabIndex={-1} className="mt-6 outline-none print:hidden">
      <Card
        title="Days off"
        description="The office decides about days off that you ask for."
        actions={
          <Button variant="secondary" isDisabled={!data} onPress={() => setAsking(true)}>
            Ask for days off
          </Button>
        }
      >
        {data?.daysOff.length === 0 && <p className="text-ink-soft">No days off ahead</p>}
        {data && data.daysOff.length > 0 && (
          <ul className="grid gap-4">
            {data.daysOff.map((one) => (
              <DaysOffRow key={one.id} daysOff={one} workerId={workerId} />
            ))}
          </ul>
        )}
        {isAsking && data && (
          <AskDaysOffDialog workerId={workerId} today={data.today} onClose={() => setAsking(false)} />
        )}
      </Card>
    </div>
  );
}

const marks: Record<DaysOff['state'], { label: string; tone: BadgeTone }> = {
  asked: { label: 'Waiting for the office', tone: 'neutral' },
  set: { label: 'You’re off', tone: 'accepted' },
  declined: { label: 'Declined', tone: 'ended' },
};

function DaysOffRow({ daysOff, workerId }: { daysOff: DaysOff; workerId: string }) {
  const dispatch = useAppDispatch();
  const [withdraw, { isLoading }] = api.useWithdrawDaysOffMutation();
  const { id, day, lastDay, state, note, declinedReason } = daysOff;
  const span = daySpanLabel({ firstDay: plainDate(day), lastDay: plainDate(lastDay) });
  const takeBack = async () => {
    const { error } = await withdraw({ params: { workerProfileId: workerId, holidayId: id } });
    if (error) dispatch(failureAlert(error));
  };
  return (
    <li className="wrap-anywhere flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-[1_1_14rem]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="font-semibold">{span.charAt(0).toUpperCase() + span.slice(1)}</p>
          <Badge tone={marks[state].tone}>{marks[state].label}</Badge>
        </div>
        {note && <p className="mt-1 whitespace-pre-line text-ink-soft">{note}</p>}
        {declinedReason && <p className="mt-1">The office says: {declinedReason}</p>}
      </div>
      {state === 'asked' && (
        <Button
          variant="secondary"
          aria-label={`Take back: days off ${span}`}
          isPending={isLoading}
          pendingLabel="Saving…"
          onPress={() => void takeBack()}
        >
          Take back
        </Button>
      )}
    </li>
  );
}
