import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { enumLabel, fullName, listLabel } from '#domain/labels.ts';
import { moveTo, toggleDay, type WeekPlan, weekDaysOf } from '#domain/plan-order.ts';
import { api } from '#web/api/api.ts';
import { errorAlert, errorsDismissed, failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { claimedOnes, isSamePlan, type PlanEdits, type PlanRow, rebase, savedPlan } from './plan-edits.ts';
import { type Direction, movedMessage, type Target, targetInDirection } from './plan-moves.ts';
import { freshEdits, savePlan } from './save-plan.ts';
import { useSaveDays } from './use-save-days.ts';
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
  const [updateEngagements] = api.useUpdateEngagementsMutation();
  const saveDays = useSaveDays();

  const engagements = loaded ?? [];
  const saved = savedPlan(engagements);
  const plan = edits ? rebase(edits, engagements) : saved;

  const edit = (changed: WeekPlan) => setEdits({ base: saved, plan: changed, engagements });
  const place = (row: PlanRow, { day, index }: Target) => {
    const changed = moveTo(plan, row.engagement.scheduleTemplate.id, row.day, day, index);
    edit(changed);
    setAnnouncement(movedMessage(changed, row, day));
  };

  const onLost = (fresh: PlanEdits, lost: readonly Engagement[]) => {
    setEdits(fresh);
    dispatch(errorAlert(lostMessage(lost)));
  };

  const save = async () => {
    setSaving(true);
    setAnnouncement('');
    dispatch(errorsDismissed());
    try {
      const present = edits ?? { base: saved, plan, engagements };
      const after = await savePlan(present, { reload, onLost, saveDays });
      const chosen = changedWeekOffsets(weekOffsets, savedPlan(after), after);
      if (chosen.length > 0) await updateEngagements({ body: { engagements: chosen } }).unwrap();
      setWeekOffsets({});
      setEdits(undefined);
      const claimed = claimedOnes(present, after);
      // The row has left the top of the page for a day further down, or the other way around.
      if (claimed.length > 0) dispatch(successAlert(claimedMessage(claimed, savedPlan(after))));
      else setAnnouncement('The plan is saved.');
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
    hasEdits: !isSamePlan(plan, saved) || changedWeekOffsets(weekOffsets, plan, engagements).length > 0,
    weekOffsets,
    chooseWeek: ({ id }: Engagement, weekOffset: WeekOffset) => setWeekOffsets({ ...weekOffsets, [id]: weekOffset }),
    refresh: () => {
      const loading = edits ? freshEdits(edits, { reload, onLost }) : reload([]);
      void loading.catch((failure: unknown) => dispatch(failureAlert(failure)));
    },
    toggle: ({ scheduleTemplate }: Engagement, day: WeekDay) => edit(toggleDay(plan, scheduleTemplate.id, day)),
    place,
    /** @returns the day on which the row stands now, or undefined when there is nothing on that side */
    push: (row: PlanRow, direction: Direction) => {
      const target = targetInDirection(plan, row, direction);
      if (target) place(row, target);
      else setAnnouncement(`${fullName(row.engagement.customer)} cannot move further that way.`);
      return target?.day;
    },
    order: (day: WeekDay, templateIds: readonly string[]) => {
      edit({ ...plan, [day]: templateIds });
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

/** @returns for example 'Yours now: Bella Reed, on Tuesdays and Fridays.' */
function claimedMessage(claimed: readonly Engagement[], plan: WeekPlan): string {
  const names = claimed.map(({ customer, scheduleTemplate }) => {
    const days = weekDaysOf(plan, scheduleTemplate.id).map((day) => `${enumLabel(day)}s`);
    return `${fullName(customer)}, on ${listLabel(days)}`;
  });
  return `Yours now: ${names.join('; ')}.`;
}

function lostMessage(lost: readonly Engagement[]): string {
  const names = lost.map(({ customer, serviceAddress }) => `${fullName(customer)}, ${serviceAddress.streetAddress1}`);
  return `No longer open: ${names.join('; ')}. Another worker was faster, or the engagement has ended. Your other changes are kept.`;
}
