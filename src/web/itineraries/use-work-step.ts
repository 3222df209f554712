import { useEffect, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import type { IsoWeek } from '#domain/calendar.ts';
import { nextWorkStep } from '#domain/work-status.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { itineraryQuery } from './use-itinerary.ts';

/** The second tap of a double tap, which would land on the step after, comes within this time. */
const doubleTapMs = 800;

/**
 * The next step of today's visit.
 * @returns `action`, the words on its button, undefined when the visit is done; `take` takes the step, and does nothing
 *   while `isResting`
 */
export function useWorkStep(workerProfileId: string, week: IsoWeek, job: Job) {
  const { engagement, work } = job;
  const dispatch = useAppDispatch();
  const [createWork, creating] = api.useCreateWorkMutation();
  const [updateWork, updating] = api.useUpdateWorkMutation();
  const [isResting, rest] = useRest(doubleTapMs);
  const step = nextWorkStep(work?.status ?? 'WORK_STATUS_NOT_STARTED');
  const isPending = creating.isLoading || updating.isLoading;

  const take = async () => {
    if (!step || isPending || isResting) return;
    const { data, error } = work
      ? await updateWork({ params: { workerProfileId, workId: work.id }, body: { status: step.next } })
      : await createWork({ params: { workerProfileId }, body: { engagementId: engagement.id } });
    rest();
    if (error) dispatch(failureAlert(error));
    if (!data) return;
    // Shown at once: with poor signal, reading the week again may take its time.
    dispatch(
      api.util.updateQueryData('getItinerary', itineraryQuery(workerProfileId, week), ({ jobs }) => {
        const visit = jobs.find((one) => isSameVisit(one, job));
        if (visit) visit.work = data.work;
      }),
    );
  };
  return { action: step?.action, isPending, isResting, take: () => void take() };
}

/** @returns whether a moment of `ms` that was begun with the function is still going on */
function useRest(ms: number): [boolean, () => void] {
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setResting(false), ms);
    return () => clearTimeout(timer);
  }, [isResting, ms]);
  return [isResting, () => setResting(true)];
}

const isSameVisit = (a: Job, b: Job) =>
  a.engagement.id === b.engagement.id && a.scheduleInstance.dayOfWeek === b.scheduleInstance.dayOfWeek;
