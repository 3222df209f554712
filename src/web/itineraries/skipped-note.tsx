import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { undoChange } from '#web/offline/outbox.ts';
import { entriesOf, keyOf } from '#web/offline/outbox-entry.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';
import { Button } from '#web/ui/button.tsx';

const skippedByWords = {
  customer: 'Skipped by the customer',
  worker: 'Skipped by you',
  employee: 'Skipped by the office',
};

function skipWords({ kind, skippedBy }: NonNullable<Job['skip']>): string {
  if (skippedBy === null) return 'Missed: it was neither started nor skipped';
  if (kind === 'could-not') return skippedBy === 'worker' ? 'You could not do it' : 'Closed by the office';
  return skippedByWords[skippedBy];
}

type SkippedNoteProps = {
  job: Job;
  name: string;
  skip: NonNullable<Job['skip']>;
  canWorkOnDay: boolean;
  /** Whether nobody comes any more on its day: from then on what was taken off stays off. */
  isWorkOver: boolean;
};

/** Why nobody comes, and the button that undoes the skip. */
export function SkippedNote({ job, name, skip, canWorkOnDay, isWorkOver }: SkippedNoteProps) {
  const dispatch = useAppDispatch();
  const [deleteSkip] = api.useDeleteSkipMutation();
  const { entries } = useOutbox();
  const [isPending, setPending] = useState(false);
  const visit = keyOf(job);
  const waiting = entriesOf(visit, entries).find(({ change }) => change.kind === 'skip');
  // What waits here can be taken out as long as nobody has heard of it.
  const isInTime = skip.kind === 'could-not' || waiting !== undefined || !isWorkOver;
  const wayBack = skip.kind === 'could-not' ? 'I can do it after all' : 'Take the skip back';
  const undo = async () => {
    const params = { engagementId: visit.engagementId, date: plainDate(visit.date).toString() };
    const { error } = await deleteSkip({ params });
    if (error) dispatch(failureAlert(error));
    return !error;
  };
  const takeSkipBack = async () => {
    setPending(true);
    await undoChange(visit, waiting, undo);
    setPending(false);
  };
  return (
    <div className="grid gap-3 rounded-control bg-sunken px-4 py-3">
      <p className="flex gap-3">
        <CalendarOff aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        <span className="min-w-0">
          <strong>{skipWords(skip)}</strong>
          {skip.reason && <>: {skip.reason}</>}
        </span>
      </p>
      {canWorkOnDay && skip.skippedBy === 'worker' && isInTime && !waiting?.wasTried && (
        <Button
          variant="secondary"
          isPending={isPending}
          onPress={() => void takeSkipBack()}
          aria-label={`${wayBack}, ${name}`}
          className="min-h-14"
        >
          {wayBack}
        </Button>
      )}
    </div>
  );
}
