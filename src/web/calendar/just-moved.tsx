import { useEffect } from 'react';
import { dayLabel, plainDate } from '#domain/calendar.ts';
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

/** Says what was moved, and takes it back as long as nobody was told. */
export function JustMoved({ moved: { visit, to, toldCount }, onEnd }: { moved: Moved; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [moveVisit, { isLoading }] = staffApi.useMoveVisitMutation();
  useEffect(() => {
    const timer = setTimeout(onEnd, undoSeconds * 1000);
    return () => clearTimeout(timer);
  }, [onEnd]);
  const takeBack = async () => {
    const { error } = await moveVisit({
      params: { engagementId: visit.engagementId },
      body: {
        date: to.date,
        workerProfileId: to.worker.profileId,
        toDate: visit.date,
        toWorkerProfileId: visit.worker.profileId,
      },
    });
    if (error) dispatch(failureAlert(error));
    else dispatch(successAlert('Taken back. Nobody hears of it.'));
    if (!error) onEnd();
  };
  const people = toldCount === 1 ? '1 person is' : `${toldCount} people are`;
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-success-tint p-4 text-success"
    >
      <p>
        The visit of {visit.customerName} is on {dayLabel(plainDate(to.date))} with {to.worker.name}.{' '}
        {toldCount > 0 ? `${people} told in a minute.` : 'Nobody has to be told.'}
      </p>
      <Button variant="secondary" isPending={isLoading} pendingLabel="Taking back…" onPress={() => void takeBack()}>
        Take back
      </Button>
    </div>
  );
}
