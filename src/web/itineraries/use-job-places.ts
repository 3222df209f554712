import { useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { changeJobs } from '#web/offline/loaded-weeks.ts';
import { useSaveDays } from '#web/plan/use-save-days.ts';
import { placeOf, placesOf, placesOn, swapped } from './job-places.ts';

/**
 * Changes of a job's places in the plan, each saved at once.
 * @param neighbours the jobs of its day in their order
 * @returns functions that answer whether it was saved; a failure has been told then
 */
export function useJobPlaces(job: Job, neighbours: readonly Job[]) {
  const dispatch = useAppDispatch();
  const [isSaving, setSaving] = useState(false);
  const saveDays = useSaveDays();

  const save = async (...places: Parameters<typeof saveDays>): Promise<boolean> => {
    setSaving(true);
    dispatch(errorsDismissed());
    try {
      await saveDays(...places);
      return true;
    } catch (failure) {
      dispatch(failureAlert(failure));
      // The answer may have been lost after it was saved.
      dispatch(api.util.invalidateTags(['itinerary']));
      return false;
    } finally {
      setSaving(false);
    }
  };
  const assign = (weekDays: readonly WeekDay[]) => save(placesOf(job), placesOn(job, weekDays));

  return {
    isSaving,
    mayMove: (by: -1 | 1) => swapped(neighbours, job, by) !== undefined,
    move: async (by: -1 | 1) => {
      const pair = swapped(neighbours, job, by);
      const isSaved = pair !== undefined && (await save(...pair));
      // Shown at once, as with a step.
      if (isSaved) {
        changeJobs((one) => {
          const own = placeOf(one);
          const moved = pair[1].find(({ id }) => id === own?.id);
          return moved ? { ...one, scheduleInstance: { ...one.scheduleInstance, sequence: moved.sequence } } : one;
        });
      }
      return isSaved;
    },
    assign,
    reassign: (to: WeekDay) => {
      const from = placeOf(job);
      return assign(placesOf(job).map(({ dayOfWeek }) => (dayOfWeek === from?.dayOfWeek ? to : dayOfWeek)));
    },
  };
}
