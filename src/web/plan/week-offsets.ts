import type { Engagement } from '#contract/engagements.ts';
import type { WeekPlan } from '#domain/plan-order.ts';
import { plannedOnes } from './plan-edits.ts';

/** 1 when a service of every other week begins in the week after that of its start day, otherwise 0. */
export type WeekOffset = 0 | 1;
/** What was chosen and is not saved yet, by engagement. */
export type WeekOffsets = Readonly<Record<string, WeekOffset>>;

/** @returns the week that is chosen for an engagement, otherwise the saved one */
export const weekOffsetOf = (chosen: WeekOffsets, { id, scheduleTemplate }: Engagement): WeekOffset =>
  chosen[id] ?? (scheduleTemplate.weekOffset === 1 ? 1 : 0);

/** @returns whether there are two weeks to begin in, and no visit has been made yet */
export function mayChooseWeek({ status, scheduleTemplate }: Engagement): boolean {
  const isToBegin = status === 'ENGAGEMENT_STATUS_PROPOSED' || status === 'ENGAGEMENT_STATUS_ACCEPTED';
  return isToBegin && scheduleTemplate.interval === 2;
}

/** @returns the bodies that save what was chosen for engagements that are in the plan and have it otherwise */
export function changedWeekOffsets(chosen: WeekOffsets, plan: WeekPlan, engagements: readonly Engagement[]) {
  return plannedOnes(plan, engagements)
    .filter((one) => mayChooseWeek(one) && weekOffsetOf(chosen, one) !== one.scheduleTemplate.weekOffset)
    .map((one) => ({ id: one.id, scheduleTemplate: { weekOffset: weekOffsetOf(chosen, one) } }));
}
