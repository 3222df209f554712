import { useState } from 'react';
import type { WeekDay } from '#domain/calendar.ts';
import { movePlace, type PlanDay, planChanges, toggleDay } from '#domain/plan-order.ts';
import { api } from '#web/api/api.ts';
import { errorAlert, failureAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { idForPlace, isAnyLost, type PlanEdits, plannable, rebase, savedPlan } from './plan-edits.ts';

/**
 * A worker's plan with edits that stay on this page until they are saved.
 * @returns `engagements` undefined until they are loaded; `plan` with the edits in it
 */
export function usePlan(workerProfileId: string) {
  const dispatch = useAppDispatch();
  const { currentData, error, isFetching, refetch } = api.useListWorkerEngagementsQuery(
    { params: { workerProfileId } },
    { refetchOnMountOrArgChange: true },
  );
  // Edits must outlive a bad connection, so only a first load that fails goes back.
  useLoadFailure(error, { stay: currentData !== undefined });
  const [edits, setEdits] = useState<PlanEdits>();
  const [isSaving, setIsSaving] = useState(false);
  const steps = useSaveSteps();

  const engagements = currentData && plannable(currentData.engagements);
  const saved = savedPlan(engagements ?? []);
  const plan = edits ? rebase(edits, saved, engagements ?? []) : saved;
  const { created, updated, deleted } = planChanges(saved, plan);
  const edit = (changed: PlanDay[]) => setEdits({ base: saved, plan: changed });

  const reload = async () => {
    // What is under way may have been asked for before the last step.
    await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
    return plannable((await refetch().unwrap()).engagements);
  };

  const save = async () => {
    setIsSaving(true);
    try {
      // An answer that was lost may have been a success: what is left to do depends on what the server has now.
      const before = await reload();
      const wanted = rebase({ base: saved, plan }, savedPlan(before), before);
      if (isAnyLost(edits?.plan ?? [], before)) dispatch(errorAlert(lostMessage));
      await steps.saveDays(planChanges(savedPlan(before), wanted));
      await steps.acceptProposals(await reload());
      setEdits(undefined);
    } catch (failure) {
      dispatch(failureAlert(failure));
    } finally {
      setIsSaving(false);
    }
  };

  return {
    engagements,
    plan,
    isFetching,
    isSaving,
    hasEdits: created.length + updated.length + deleted.length > 0,
    refresh: () => void refetch(),
    toggle: (scheduleTemplateId: string, dayOfWeek: WeekDay) => {
      const id = idForPlace(saved, plan, { scheduleTemplateId, dayOfWeek }, () => crypto.randomUUID());
      edit(toggleDay(plan, scheduleTemplateId, dayOfWeek, id));
    },
    move: (placeId: string, by: -1 | 1) => edit(movePlace(plan, placeId, by)),
    save: () => void save(),
    cancel: () => setEdits(undefined),
  };
}

const lostMessage =
  'An engagement that you had planned is no longer open: another worker has taken it, or it has ended.';

/** The calls of a save; each throws the first failure, which stops those behind it. */
function useSaveSteps() {
  const [createDays] = api.useCreateScheduleTemplateDaysMutation();
  const [updateDays] = api.useUpdateScheduleTemplateDaysMutation();
  const [deleteDays] = api.useDeleteScheduleTemplateDaysMutation();
  const [updateEngagement] = api.useUpdateEngagementMutation();
  return {
    saveDays: async ({ created, updated, deleted }: ReturnType<typeof planChanges>) => {
      if (created.length > 0) await createDays({ body: { scheduleTemplateDays: created } }).unwrap();
      if (updated.length > 0) await updateDays({ body: { scheduleTemplateDays: updated } }).unwrap();
      if (deleted.length > 0) {
        await deleteDays({ body: { scheduleTemplateDaysIds: deleted.map(({ id }) => id) } }).unwrap();
      }
    },
    /** The first day has accepted an engagement already; only one that still says proposed is asked to. */
    acceptProposals: async (engagements: ReturnType<typeof plannable>) => {
      const proposed = engagements.filter(
        ({ status, scheduleTemplate }) =>
          status === 'ENGAGEMENT_STATUS_PROPOSED' && scheduleTemplate.scheduleTemplateDays.length > 0,
      );
      for (const { id } of proposed) {
        await updateEngagement({
          params: { engagementId: id },
          body: { status: 'ENGAGEMENT_STATUS_ACCEPTED' },
        }).unwrap();
      }
    },
  };
}
