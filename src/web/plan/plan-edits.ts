import type { Engagement } from '#contract/engagements.ts';
import type { ScheduleTemplateDay } from '#contract/schedule-template-days.ts';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { isLive } from '#domain/engagement-status.ts';
import { daysInOrder, type PlanDay, reconcile } from '#domain/plan-order.ts';

type Plan = readonly PlanDay[];

/** What the worker wants, the server's plan that it was made from, and the engagements that were there then. */
export type PlanEdits = { base: Plan; plan: Plan; engagements: readonly Engagement[] };

/** One line of the plan: an engagement, with its place unless it is unscheduled. */
export type PlanRow = { engagement: Engagement; place?: PlanDay; isFirst: boolean; isLast: boolean };
export type PlanGroup = { day: WeekDay | 'unscheduled'; rows: PlanRow[] };

/** @returns the engagements that can stand in a plan: those that have not ended */
export function plannable(engagements: readonly Engagement[]): Engagement[] {
  return engagements.filter(isLive);
}

/** @returns the plan as the server has it; a place on no known weekday counts as unscheduled */
export function savedPlan(engagements: readonly Engagement[]): PlanDay[] {
  return engagements.flatMap(({ scheduleTemplate }) => scheduleTemplate.scheduleTemplateDays.flatMap(toPlace));
}

function toPlace({ dayOfWeek, ...place }: ScheduleTemplateDay): PlanDay[] {
  const weekDay = weekDaysInOrder.find((day) => day === dayOfWeek);
  return weekDay ? [{ ...place, dayOfWeek: weekDay }] : [];
}

/**
 * Carries local edits over to what the server has now: after a save that stopped half way, or when the plan was changed
 * from another device. What was added or taken off elsewhere stays so; engagements that are gone take their places along.
 * @param saved the server's plan now
 */
export function rebase(
  { base, plan }: Pick<PlanEdits, 'base' | 'plan'>,
  saved: Plan,
  engagements: readonly Engagement[],
): PlanDay[] {
  const known = ids(base);
  const wanted = ids(plan);
  const there = ids(saved);
  const templates = templateIds(engagements);
  const kept = plan.filter(({ id, scheduleTemplateId }) => {
    const isTakenOffElsewhere = known.has(id) && !there.has(id);
    return templates.has(scheduleTemplateId) && !isTakenOffElsewhere;
  });
  const addedElsewhere = saved.filter(({ id }) => !known.has(id) && !wanted.has(id));
  return reconcile(saved, [...kept, ...addedElsewhere]);
}

/** @returns the engagements that edits have places for and that are gone now */
export function lostEngagements({ plan, engagements }: PlanEdits, now: readonly Engagement[]): Engagement[] {
  const there = templateIds(now);
  return engagements.filter(
    ({ scheduleTemplate: { id } }) =>
      !there.has(id) && plan.some(({ scheduleTemplateId }) => scheduleTemplateId === id),
  );
}

const templateIds = (engagements: readonly Engagement[]) =>
  new Set(engagements.map(({ scheduleTemplate }) => scheduleTemplate.id));
const ids = (plan: Plan) => new Set(plan.map(({ id }) => id));

/** @returns the weekdays on which an engagement stands in a plan */
export function weekDaysOf(plan: Plan, scheduleTemplateId: string): WeekDay[] {
  return weekDaysInOrder.filter((day) =>
    plan.some((place) => place.scheduleTemplateId === scheduleTemplateId && place.dayOfWeek === day),
  );
}

/** @returns Unscheduled, then Monday to Sunday, each with its engagements in their order */
export function planGroups(engagements: readonly Engagement[], plan: Plan): PlanGroup[] {
  const byTemplate = new Map(engagements.map((engagement) => [engagement.scheduleTemplate.id, engagement]));
  const scheduled = new Set(plan.map(({ scheduleTemplateId }) => scheduleTemplateId));
  const unscheduled = engagements
    .filter(({ scheduleTemplate }) => !scheduled.has(scheduleTemplate.id))
    .map((engagement) => ({ engagement, isFirst: true, isLast: true }));
  const days = weekDaysInOrder.map((day) => {
    const places = daysInOrder(plan, day);
    const rows = places.flatMap((place, index) => {
      const engagement = byTemplate.get(place.scheduleTemplateId);
      return engagement ? [{ engagement, place, isFirst: index === 0, isLast: index === places.length - 1 }] : [];
    });
    return { day, rows };
  });
  return [{ day: 'unscheduled', rows: unscheduled }, ...days];
}
