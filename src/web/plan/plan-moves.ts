import { weekDaysInOrder } from '#domain/calendar.ts';
import { enumLabel, fullName } from '#domain/labels.ts';
import { canGoTo, type Day, type WeekPlan } from '#domain/plan-order.ts';
import type { PlanRow } from './plan-edits.ts';

/** Where a row goes: `index` is its position there afterwards, counted from 0. */
export type Target = Pick<PlanRow, 'day' | 'index'>;
export type Direction = 'up' | 'down' | 'before' | 'after';

/** @returns whether a row may be put on that day */
export const mayDropOn = (plan: WeekPlan, { engagement, day: from }: PlanRow, to: Day): boolean =>
  canGoTo(plan, engagement.scheduleTemplate.id, from, to);

/**
 * Where an arrow key moves a row: up and down within its day, otherwise to the end of the nearest day before or after
 * that it may stand on, with Unscheduled before Monday.
 * @returns undefined when there is nothing on that side
 */
export function targetInDirection(plan: WeekPlan, row: PlanRow, direction: Direction): Target | undefined {
  const { day: from } = row;
  if (direction === 'up' || direction === 'down') {
    const index = row.index + (direction === 'up' ? -1 : 1);
    return from !== 'unscheduled' && plan[from][index] ? { day: from, index } : undefined;
  }
  const days: Day[] = ['unscheduled', ...weekDaysInOrder];
  const start = days.indexOf(from);
  const onThatSide = direction === 'before' ? days.slice(0, start).reverse() : days.slice(start + 1);
  const day = onThatSide.find((candidate) => mayDropOn(plan, row, candidate));
  return day && { day, index: day === 'unscheduled' ? 0 : plan[day].length };
}

export const dayName = (day: Day): string => (day === 'unscheduled' ? 'Unscheduled' : enumLabel(day));

/** @returns what is said aloud after a move: where the engagement stands now, or that it is off a day */
export function movedMessage(plan: WeekPlan, { engagement, day: from }: PlanRow, day: Day): string {
  const name = fullName(engagement.customer);
  if (day === 'unscheduled') return `${name} is taken off ${dayName(from)}.`;
  const position = plan[day].indexOf(engagement.scheduleTemplate.id) + 1;
  return `${name} is on ${dayName(day)}, ${position} of ${plan[day].length}.`;
}
