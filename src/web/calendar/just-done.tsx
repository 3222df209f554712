import { useEffect, useEffectEvent, useRef } from 'react';
import type * as z from 'zod/mini';
import type { VisitChanges } from '#contract/moves.ts';
import { type CalendarDay, dayLabel, plainDate, type WeekDay } from '#domain/calendar.ts';
import { endOf } from '#domain/sentence.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlacedVisit } from './calendar-page.tsx';

/**
 * What was done a moment ago: a visit moved, as it was and where it is now; a service given to another worker; a proposal
 * given to one; several visits changed.
 */
export type Done = (
  | { kind: 'move'; visit: PlacedVisit; to: Pick<PlacedVisit, 'date' | 'worker'> }
  | { kind: 'assignment'; words: string; engagementId: string; before: Assignment }
  | { kind: 'claim'; words: string; engagementId: string; version: number }
  | { kind: 'several'; words: string; back: z.input<typeof VisitChanges>['visits'] }
) & {
  /** How many people will be told. */
  toldCount: number;
  madeAt: number;
};

/** What was so before, to be sent to take it back. */
type Assignment = { workerProfileId: string; weekDays: WeekDay[]; from: CalendarDay; version: number };

type JustDoneProps = {
  done: Done;
  onEnd: () => void;
  /** Called when it ends while it has the focus. */
  onFocusLost: () => void;
};

/** Says what was done, and takes it back as long as nobody was told. */
export function JustDone({ done, onEnd, onFocusLost }: JustDoneProps) {
  const { toldCount, madeAt } = done;
  const strip = useRef<HTMLDivElement>(null);
  const dispatch = useAppDispatch();
  const [moveVisit, { isLoading: isMoving }] = api.useMoveVisitMutation();
  const [assign, { isLoading: isAssigning }] = api.useAssignWorkerMutation();
  const [release, { isLoading: isReleasing }] = api.useUpdateEngagementMutation();
  const [change, { isLoading: isChanging }] = api.useChangeVisitsMutation();
  const end = useEffectEvent(() => {
    const hasFocus = strip.current?.contains(document.activeElement);
    onEnd();
    if (hasFocus) onFocusLost();
  });
  useEffect(() => {
    // The visit that was pressed stands elsewhere now.
    strip.current?.focus();
    const timer = setTimeout(() => end(), madeAt + undoSeconds * 1000 - Date.now());
    return () => clearTimeout(timer);
  }, [madeAt]);
  const moveBack = ({ visit, to }: Done & { kind: 'move' }) =>
    moveVisit({
      params: { engagementId: visit.engagementId },
      body: {
        date: to.date,
        workerProfileId: to.worker.profileId,
        toDate: visit.date,
        toWorkerProfileId: visit.worker.profileId,
        reason: visit.reason ?? '',
      },
    });
  const assignBack = ({ engagementId, before: body }: Done & { kind: 'assignment' }) =>
    assign({ params: { engagementId }, body });
  const giveBack = ({ engagementId, version }: Done & { kind: 'claim' }) =>
    release({ params: { engagementId }, body: { status: 'ENGAGEMENT_STATUS_PROPOSED', version } });
  const send = () => {
    if (done.kind === 'several') return change({ body: { visits: done.back } });
    return done.kind === 'claim' ? giveBack(done) : done.kind === 'move' ? moveBack(done) : assignBack(done);
  };
  const takeBack = async () => {
    const { data, error } = await send();
    if (error) dispatch(failureAlert(error));
    if (!data) return;
    // Who has read of it by now is told that it is off.
    const toldAgain = 'told' in data ? data.told.length : 0;
    dispatch(successAlert(`Taken back. ${toldAgain > 0 ? toldLabel(toldAgain) : 'We won’t tell anyone.'}`));
    onEnd();
    onFocusLost();
  };
  return (
    <div
      ref={strip}
      tabIndex={-1}
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-success-tint p-4 text-success"
    >
      <p>
        {wordsOf(done)}{' '}
        {done.kind === 'several'
          ? 'We’ll tell customers and workers in a minute.'
          : toldCount > 0
            ? toldLabel(toldCount)
            : 'We won’t tell anyone.'}
      </p>
      <Button
        variant="secondary"
        isPending={isMoving || isAssigning || isReleasing || isChanging}
        pendingLabel="Taking back…"
        onPress={() => void takeBack()}
      >
        Take back
      </Button>
    </div>
  );
}

function wordsOf(done: Done): string {
  if (done.kind !== 'move') return done.words;
  const { visit, to } = done;
  return `The visit of ${visit.customerName} is on ${dayLabel(plainDate(to.date))} with ${endOf(to.worker.name)}`;
}

const toldLabel = (count: number) => `We’ll tell ${count === 1 ? '1 person' : `${count} people`} in a minute.`;
