import type { Engagement } from '#contract/engagements.ts';
import { plainDate, weeksBetween } from '#domain/calendar.ts';
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

/**
 * @param before as they were when it was chosen: a claim late on a Sunday begins in the next week
 * @returns the bodies that save what was chosen for engagements that are in the plan and have it otherwise
 */
export function changedWeekOffsets(
  chosen: WeekOffsets,
  plan: WeekPlan,
  engagements: readonly Engagement[],
  before: readonly Engagement[] = engagements,
) {
  return plannedOnes(plan, engagements)
    .map((one) => ({
      one,
      weekOffset: offsetNow(
        chosen,
        one,
        before.find(({ id }) => id === one.id),
      ),
    }))
    .filter(({ one, weekOffset }) => mayChooseWeek(one) && weekOffset !== one.scheduleTemplate.weekOffset)
    .map(({ one, weekOffset }) => ({ id: one.id, scheduleTemplate: { weekOffset } }));
}

/** The weeks that were chosen, counted from the start day of now. */
function offsetNow(chosen: WeekOffsets, now: Engagement, before = now): WeekOffset {
  const offset = weekOffsetOf(chosen, now);
  if (chosen[now.id] === undefined) return offset;
  const startOf = ({ scheduleTemplate }: Engagement) => plainDate(scheduleTemplate.startDay);
  return (weeksBetween(startOf(before), startOf(now)) + offset) % 2 === 0 ? 0 : 1;
}
