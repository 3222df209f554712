import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { enumLabel, fullName, listLabel } from '#domain/labels.ts';
import { moveTo, toggleDay, type WeekPlan, weekDaysOf } from '#domain/plan-order.ts';
import { api } from '#web/api/api.ts';
import { errorAlert, errorsDismissed, failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import {
  claimedOnes,
  isSamePlan,
  type PlanEdits,
  type PlanRow,
  partsSaved,
  rebase,
  savedPlan,
  yardName,
} from './plan-edits.ts';
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
  /** Whether a part of the edits was saved, and the rest was not. */
  const [stopped, setStopped] = useState<keyof typeof undoneWords>('no');
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

  /** A save takes several calls, and may have stopped after some of them. */
  const sayWhatIsSaved = async (present: PlanEdits) => {
    const now = await reload([]).catch(() => undefined);
    const parts = now ? partsSaved(present, engagements, now) : 'unknown';
    if (parts === 'none' || parts === 'all') return;
    setStopped(parts === 'unknown' ? 'unknown' : 'partly');
    dispatch(errorAlert(parts === 'unknown' ? unknownWords : stoppedMessage(parts)));
  };

  const save = async () => {
    setSaving(true);
    setAnnouncement('');
    dispatch(errorsDismissed());
    const present = edits ?? { base: saved, plan, engagements };
    let isSent = false;
    const send: typeof saveDays = (...places) => {
      isSent = true;
      return saveDays(...places);
    };
    try {
      const after = await savePlan(present, { reload, onLost, saveDays: send });
      const chosen = changedWeekOffsets(weekOffsets, savedPlan(after), after, engagements);
      if (chosen.length > 0) await updateEngagements({ body: { engagements: chosen } }).unwrap();
      setWeekOffsets({});
      setEdits(undefined);
      setStopped('no');
      const claimed = claimedOnes(present, after);
      // The row has left the top of the page for a day further down, or the other way around.
      if (claimed.length > 0) dispatch(successAlert(claimedMessage(claimed, savedPlan(after))));
      else setAnnouncement('The plan is saved.');
    } catch (failure) {
      dispatch(failureAlert(failure));
      if (isSent) await sayWhatIsSaved(present);
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
      setAnnouncement(undoneWords[stopped]);
      setStopped('no');
    },
  };
}

/** @returns for example 'Yours now: Bella Reed, on Tuesdays and Fridays.' */
function claimedMessage(claimed: readonly Engagement[], plan: WeekPlan): string {
  const names = claimed.map((engagement) => {
    const days = weekDaysOf(plan, engagement.scheduleTemplate.id).map((day) => `${enumLabel(day)}s`);
    return `${yardName(engagement)}, on ${listLabel(days)}`;
  });
  return `Yours now: ${names.join('; ')}.`;
}

/** What is said once edits are canceled, whether or not a part of them was saved before. */
const undoneWords = {
  no: 'The changes are taken back.',
  partly: 'What was not saved is taken back. What was saved stays.',
  unknown: 'What was not saved is taken back. The plan shows what was saved once it has loaded again.',
} as const;

const unknownWords = 'Part of your changes may be saved. Load the plan again to see.';

/** @returns for example 'Saved: Casey Rivera, 1 Main St. Not saved: Bella Reed, 2 Oak St.' */
function stoppedMessage({ saved, missing }: Exclude<ReturnType<typeof partsSaved>, string>): string {
  const said = saved.length > 0 ? `Saved: ${saved.map(yardName).join('; ')}.` : 'Part of your changes is saved.';
  const left = missing.length > 0 ? missing.map(yardName).join('; ') : 'the new order';
  return `${said} Not saved: ${left}.`;
}

function lostMessage(lost: readonly Engagement[]): string {
  return `No longer open: ${lost.map(yardName).join('; ')}. Another worker was faster, or the engagement has ended. Your other changes are kept.`;
}
