import { useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { useSaveDays } from '#web/plan/use-save-days.ts';
import { placeOf, placesOf, placesOn, swapped } from './job-places.ts';
import type { ItineraryWeek } from './use-itinerary.ts';

/**
 * Changes of a job's places in the plan, each saved at once.
 * @param neighbours the jobs of its day in their order
 * @returns functions that answer whether it was saved; a failure has been told then
 */
export function useJobPlaces(place: ItineraryWeek, job: Job, neighbours: readonly Job[]) {
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
        dispatch(
          api.util.updateQueryData('getItinerary', place.query, ({ jobs }) => {
            for (const { scheduleInstance, engagement } of jobs) {
              const moved = pair[1].find(
                ({ scheduleTemplateId }) => scheduleTemplateId === engagement.scheduleTemplate.id,
              );
              if (moved?.dayOfWeek === scheduleInstance.dayOfWeek) scheduleInstance.sequence = moved.sequence;
            }
          }),
        );
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
