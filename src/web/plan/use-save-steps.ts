import type { Engagement } from '#contract/engagements.ts';
import type { PlanChanges } from '#domain/plan-order.ts';
import { api } from '#web/api/api.ts';
import type { changedWeekOffsets } from './week-offsets.ts';

/** The calls of a save; each throws the first failure, which stops those behind it. */
export function useSaveSteps() {
  const [createDays] = api.useCreateScheduleTemplateDaysMutation();
  const [updateDays] = api.useUpdateScheduleTemplateDaysMutation();
  const [deleteDays] = api.useDeleteScheduleTemplateDaysMutation();
  const [updateEngagement] = api.useUpdateEngagementMutation();
  const [updateEngagements] = api.useUpdateEngagementsMutation();
  return {
    saveDays: async ({ created, updated, deleted }: PlanChanges) => {
      if (created.length > 0) await createDays({ body: { scheduleTemplateDays: created } }).unwrap();
      if (updated.length > 0) await updateDays({ body: { scheduleTemplateDays: updated } }).unwrap();
      if (deleted.length > 0) {
        await deleteDays({ body: { scheduleTemplateDaysIds: deleted.map(({ id }) => id) } }).unwrap();
      }
    },
    /** In which week those of every other week begin. */
    saveWeeks: async (engagements: ReturnType<typeof changedWeekOffsets>) => {
      if (engagements.length > 0) await updateEngagements({ body: { engagements } }).unwrap();
    },
    /** The first day has accepted an engagement already; only one that still says proposed is asked to. */
    acceptProposals: async (engagements: readonly Engagement[]) => {
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
