import { type PlanDay, planCalls, type WantedPlace } from '#domain/plan-order.ts';
import { api } from '#web/api/api.ts';

/** @returns a function that gives the server the wanted places; the first failure stops it and is thrown */
export function useSaveDays() {
  const [createDays] = api.useCreateScheduleTemplateDaysMutation();
  const [updateDays] = api.useUpdateScheduleTemplateDaysMutation();
  const [deleteDays] = api.useDeleteScheduleTemplateDaysMutation();
  return async (saved: readonly PlanDay[], wanted: readonly WantedPlace[]): Promise<void> => {
    const { created, updated, deleted } = planCalls(saved, wanted, () => crypto.randomUUID());
    if (created.length > 0) await createDays({ body: { scheduleTemplateDays: created } }).unwrap();
    if (updated.length > 0) await updateDays({ body: { scheduleTemplateDays: updated } }).unwrap();
    if (deleted.length > 0) {
      await deleteDays({ body: { scheduleTemplateDaysIds: deleted.map(({ id }) => id) } }).unwrap();
    }
  };
}
