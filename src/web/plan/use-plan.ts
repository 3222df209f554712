import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { movePlace, orderDay, type PlanDay, planChanges, reconcile, toggleDay } from '#domain/plan-order.ts';
import { errorAlert, errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { type PlanEdits, rebase, savedPlan } from './plan-edits.ts';
import {
  customerName,
  type Direction,
  type MovedRow,
  movedMessage,
  moveTo,
  type PlanTarget,
  targetInDirection,
} from './plan-moves.ts';
import { freshEdits, savePlan } from './save-plan.ts';
import { useSaveSteps } from './use-save-steps.ts';
import { useWorkerEngagements } from './use-worker-engagements.ts';
import { changedWeekOffsets, type WeekOffset, type WeekOffsets } from './week-offsets.ts';

/**
 * A worker's plan with edits that stay on this page until they are saved.
 * @param engagementId one that the plan is opened for, which may be a proposal of a further page
 * @returns `engagements` undefined until they are loaded; `plan` with the edits in it; `announcement` what is said aloud
 */
export function usePlan(workerProfileId: string, engagementId?: string) {
  const dispatch = useAppDispatch();
  const { engagements: loaded, reload, ...list } = useWorkerEngagements(workerProfileId, engagementId);
  const [edits, setEdits] = useState<PlanEdits>();
  const [isSaving, setSaving] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [weekOffsets, setWeekOffsets] = useState<WeekOffsets>({});
  const steps = useSaveSteps();

  const engagements = loaded ?? [];
  const saved = savedPlan(engagements);
  const plan = edits ? rebase(edits, saved, engagements) : saved;
  const { created, updated, deleted } = planChanges(saved, plan);

  const edit = (changed: PlanDay[]): PlanDay[] => {
    const settled = reconcile(saved, changed);
    setEdits({ base: saved, plan: settled, engagements });
    return settled;
  };
  const place = (row: MovedRow, target: PlanTarget) => {
    const changed = edit(moveTo(plan, row, target, crypto.randomUUID()));
    setAnnouncement(movedMessage(changed, row, target.day));
  };

  const onLost = (fresh: PlanEdits, lost: readonly Engagement[]) => {
    setEdits(fresh);
    dispatch(errorAlert(lostMessage(lost)));
  };

  const save = async () => {
    setSaving(true);
    dispatch(errorsDismissed());
    try {
      const claimed = await savePlan(edits ?? { base: saved, plan, engagements }, { reload, onLost, ...steps });
      await steps.saveWeeks(changedWeekOffsets(weekOffsets, claimed));
      setWeekOffsets({});
      setEdits(undefined);
      setAnnouncement('The plan is saved.');
    } catch (failure) {
      dispatch(failureAlert(failure));
    } finally {
      setSaving(false);
    }
  };

  return {
    ...list,
    engagements: loaded,
    plan,
    announcement,
    isSaving,
    hasEdits:
      created.length +
        updated.length +
        deleted.length +
        changedWeekOffsets(weekOffsets, planned(plan, engagements)).length >
      0,
    weekOffsets,
    chooseWeek: ({ id }: Engagement, weekOffset: WeekOffset) => setWeekOffsets({ ...weekOffsets, [id]: weekOffset }),
    refresh: () => {
      const loading = edits ? freshEdits(edits, { reload, onLost }) : reload([]);
      void loading.catch((failure: unknown) => dispatch(failureAlert(failure)));
    },
    toggle: (scheduleTemplateId: string, dayOfWeek: WeekDay) => {
      edit(toggleDay(plan, scheduleTemplateId, dayOfWeek, crypto.randomUUID()));
    },
    move: (row: MovedRow & { place: PlanDay }, by: -1 | 1) => {
      const changed = edit(movePlace(plan, row.place.id, by));
      setAnnouncement(movedMessage(changed, row, row.place.dayOfWeek));
    },
    place,
    /** @returns the day on which the row stands now, or undefined when there is nothing on that side */
    push: (row: MovedRow, direction: Direction) => {
      const target = targetInDirection(plan, row, direction);
      if (target) place(row, target);
      else setAnnouncement(`${customerName(row.engagement)} cannot move further that way.`);
      return target?.day;
    },
    order: (dayOfWeek: WeekDay, placeIds: readonly string[]) => {
      edit(orderDay(plan, dayOfWeek, placeIds));
      setAnnouncement('The day has its new order.');
    },
    save: () => void save(),
    cancel: () => {
      setEdits(undefined);
      setWeekOffsets({});
      setAnnouncement('The changes are taken back.');
    },
  };
}

const planned = (plan: readonly PlanDay[], engagements: readonly Engagement[]) =>
  engagements.filter(({ scheduleTemplate }) =>
    plan.some(({ scheduleTemplateId }) => scheduleTemplateId === scheduleTemplate.id),
  );

function lostMessage(lost: readonly Engagement[]): string {
  const names = lost.map((one) => `${customerName(one)}, ${one.serviceAddress.streetAddress1}`).join('; ');
  return `No longer open: ${names}. Another worker was faster, or the engagement has ended. Your other changes are kept.`;
}
