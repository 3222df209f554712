import { useEffect, useEffectEvent, useRef } from 'react';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { endOf } from '#domain/sentence.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlacedVisit } from './calendar-page.tsx';

/** A move that was made: the visit as it was, and where it is now. */
export type Moved = {
  visit: PlacedVisit;
  to: Pick<PlacedVisit, 'date' | 'worker'>;
  /** How many people will be told. */
  toldCount: number;
  madeAt: number;
};

type JustMovedProps = {
  moved: Moved;
  onEnd: () => void;
  /** Called when it ends while it has the focus. */
  onFocusLost: () => void;
};

/** Says what was moved, and takes it back as long as nobody was told. */
export function JustMoved({ moved: { visit, to, toldCount, madeAt }, onEnd, onFocusLost }: JustMovedProps) {
  const strip = useRef<HTMLDivElement>(null);
  const dispatch = useAppDispatch();
  const [moveVisit, { isLoading }] = staffApi.useMoveVisitMutation();
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
  const takeBack = async () => {
    const { data, error } = await moveVisit({
      params: { engagementId: visit.engagementId },
      body: {
        date: to.date,
        workerProfileId: to.worker.profileId,
        toDate: visit.date,
        toWorkerProfileId: visit.worker.profileId,
      },
    });
    if (error) dispatch(failureAlert(error));
    if (!data) return;
    // Who has read of the move by now is told that it is off.
    dispatch(successAlert(`Taken back. ${data.told.length > 0 ? toldLabel(data.told.length) : 'Nobody hears of it.'}`));
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
        The visit of {visit.customerName} is on {dayLabel(plainDate(to.date))} with {endOf(to.worker.name)}{' '}
        {toldCount > 0 ? toldLabel(toldCount) : 'Nobody has to be told.'}
      </p>
      <Button variant="secondary" isPending={isLoading} pendingLabel="Taking back…" onPress={() => void takeBack()}>
        Take back
      </Button>
    </div>
  );
}

const toldLabel = (count: number) => `${count === 1 ? '1 person is' : `${count} people are`} told in a minute.`;
