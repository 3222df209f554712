import { useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { movedTo, placeOf, reassigned, swapped } from './job-places.ts';
import type { ItineraryWeek } from './use-itinerary.ts';

/**
 * Changes of a job's places in the plan, each saved at once.
 * @param neighbours the jobs of its day in their order
 * @returns functions that answer whether it was saved; a failure has been told then
 */
export function useJobPlaces(place: ItineraryWeek, job: Job, neighbours: readonly Job[]) {
  const dispatch = useAppDispatch();
  const [isSaving, setSaving] = useState(false);
  const [createDays] = api.useCreateScheduleTemplateDaysMutation();
  const [updateDays] = api.useUpdateScheduleTemplateDaysMutation();
  const [deleteDays] = api.useDeleteScheduleTemplateDaysMutation();

  const save = async (calls: () => Promise<void>): Promise<boolean> => {
    setSaving(true);
    dispatch(errorsDismissed());
    try {
      await calls();
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

  return {
    isSaving,
    mayMove: (by: -1 | 1) => swapped(neighbours, job, by) !== undefined,
    move: (by: -1 | 1) =>
      save(async () => {
        const pair = swapped(neighbours, job, by);
        if (!pair) return;
        await updateDays({ body: { scheduleTemplateDays: pair } }).unwrap();
        // Shown at once, as with a step.
        dispatch(
          api.util.updateQueryData('getItinerary', place.query, ({ jobs }) => {
            for (const { scheduleInstance, engagement } of jobs) {
              const moved = pair.find(
                ({ scheduleTemplateId }) => scheduleTemplateId === engagement.scheduleTemplate.id,
              );
              if (moved?.dayOfWeek === scheduleInstance.dayOfWeek) scheduleInstance.sequence = moved.sequence;
            }
          }),
        );
      }),
    reassign: (weekDay: WeekDay) =>
      save(async () => {
        const own = placeOf(job);
        if (own) await updateDays({ body: { scheduleTemplateDays: [movedTo(own, weekDay)] } }).unwrap();
      }),
    assign: (weekDays: readonly WeekDay[]) =>
      save(async () => {
        const { created, updated, deleted } = reassigned(job, weekDays, () => crypto.randomUUID());
        if (updated.length > 0) await updateDays({ body: { scheduleTemplateDays: updated } }).unwrap();
        if (created.length > 0) await createDays({ body: { scheduleTemplateDays: created } }).unwrap();
        if (deleted.length > 0) {
          await deleteDays({ body: { scheduleTemplateDaysIds: deleted.map(({ id }) => id) } }).unwrap();
        }
      }),
  };
}
