import type { Engagement } from '#contract/engagements.ts';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { enumLabel, fullName } from '#domain/labels.ts';
import { daysInOrder, type PlanDay, placeAt, removePlace, toggleDay } from '#domain/plan-order.ts';

type Plan = readonly PlanDay[];
export type Day = WeekDay | 'unscheduled';

/** What is moved: an engagement, with its place unless it is unscheduled. */
export type MovedRow = { engagement: Engagement; place?: PlanDay };
/** Where it goes: `sequence` is its position there afterwards, counted from 0. */
export type PlanTarget = { day: Day; sequence: number };
export type Direction = 'up' | 'down' | 'before' | 'after';

/** @returns whether a row may be put there: not on a day where its engagement has another place */
export function canGoTo(plan: Plan, { engagement, place }: MovedRow, day: Day): boolean {
  if (day === 'unscheduled') return place !== undefined;
  const { id } = engagement.scheduleTemplate;
  return !plan.some((other) => other.scheduleTemplateId === id && other.dayOfWeek === day && other.id !== place?.id);
}

/**
 * Puts a row where it was dragged to: a place moves and keeps its id, an unscheduled engagement is assigned, and what
 * goes to Unscheduled is taken off that day.
 * @param newId the id of a place that is made
 * @returns the changed plan; the same places where it may not go
 */
export function moveTo(plan: Plan, row: MovedRow, { day, sequence }: PlanTarget, newId: string): PlanDay[] {
  if (!canGoTo(plan, row, day)) return [...plan];
  if (day === 'unscheduled') return row.place ? removePlace(plan, row.place.id) : [...plan];
  if (row.place) return placeAt(plan, row.place.id, day, sequence);
  return placeAt(toggleDay(plan, row.engagement.scheduleTemplate.id, day, newId), newId, day, sequence);
}

/**
 * Where an arrow key moves a row: up and down within its day, otherwise to the end of the nearest day before or after
 * that it may stand on, with Unscheduled before Monday.
 * @returns undefined when there is nothing on that side
 */
export function targetInDirection(plan: Plan, row: MovedRow, direction: Direction): PlanTarget | undefined {
  const { place } = row;
  if (direction === 'up' || direction === 'down') {
    if (!place) return undefined;
    const day = daysInOrder(plan, place.dayOfWeek);
    const sequence = day.findIndex(({ id }) => id === place.id) + (direction === 'up' ? -1 : 1);
    return day[sequence] ? { day: place.dayOfWeek, sequence } : undefined;
  }
  const days: Day[] = ['unscheduled', ...weekDaysInOrder];
  const from = days.indexOf(place?.dayOfWeek ?? 'unscheduled');
  const onThatSide = direction === 'before' ? days.slice(0, from).reverse() : days.slice(from + 1);
  const day = onThatSide.find((candidate) => canGoTo(plan, row, candidate));
  if (!day) return undefined;
  return { day, sequence: day === 'unscheduled' ? 0 : daysInOrder(plan, day).length };
}

/** @returns what is said aloud after a move: where the engagement stands now, or that it is off a day */
export function movedMessage(plan: Plan, { engagement, place }: MovedRow, day: Day): string {
  const name = customerName(engagement);
  if (day === 'unscheduled') return `${name} is taken off ${place ? enumLabel(place.dayOfWeek) : 'the plan'}.`;
  const places = daysInOrder(plan, day);
  const position = places.findIndex(({ scheduleTemplateId }) => scheduleTemplateId === engagement.scheduleTemplate.id);
  return `${name} is on ${enumLabel(day)}, ${position + 1} of ${places.length}.`;
}

/** @returns the full name of whose engagement it is */
export const customerName = ({ customer }: Pick<Engagement, 'customer'>) => fullName(customer);
