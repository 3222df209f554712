import type { Engagement } from '#contract/engagements.ts';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { isLive, isProposal } from '#domain/engagement-status.ts';
import { fullName } from '#domain/labels.ts';
import { buildWeekPlan, type Day, type PlanDay, type WeekPlan, weekDaysOf, weekPlan } from '#domain/plan-order.ts';

/** What the worker wants, the server's plan that it was made from, and the engagements that were there then. */
export type PlanEdits = { base: WeekPlan; plan: WeekPlan; engagements: readonly Engagement[] };

/** One line of the plan: an engagement at a position of a day, counted from 0. */
export type PlanRow = { engagement: Engagement; day: Day; index: number };
export type PlanGroup = { day: Day; rows: PlanRow[] };

/** @returns the engagements that can stand in a plan: those that have not ended */
export const plannable = (engagements: readonly Engagement[]): Engagement[] => engagements.filter(isLive);

/** @returns the places of the plan as the server has it */
export const savedPlaces = (engagements: readonly Engagement[]): PlanDay[] =>
  engagements.flatMap(({ scheduleTemplate }) => scheduleTemplate.scheduleTemplateDays);

/** @returns what tells an engagement from others of its customer, such as 'Casey Rivera, 1 Main St' */
export const yardName = ({ customer, serviceAddress }: Pick<Engagement, 'customer' | 'serviceAddress'>): string =>
  `${fullName(customer)}, ${serviceAddress.streetAddress1}`;

/** @returns the plan as the server has it */
export const savedPlan = (engagements: readonly Engagement[]): WeekPlan => weekPlan(savedPlaces(engagements));

/**
 * Carries edits over to what the server has now: after a save that stopped half way, or when the plan was changed from
 * another device. An engagement whose days were changed here has them as they are here, every other one as they are there.
 * @param now the engagements as the server has them now; places of those that are gone fall out
 */
export function rebase({ base, plan }: Pick<PlanEdits, 'base' | 'plan'>, now: readonly Engagement[]): WeekPlan {
  const saved = savedPlan(now);
  const there = new Set(now.map(({ scheduleTemplate }) => scheduleTemplate.id));
  const isChanged = (id: string) => weekDaysInOrder.some((day) => base[day].includes(id) !== plan[day].includes(id));
  return buildWeekPlan((day) => [
    ...plan[day].filter((id) => there.has(id) && (saved[day].includes(id) || isChanged(id))),
    ...saved[day].filter((id) => !plan[day].includes(id) && !isChanged(id)),
  ]);
}

/** @returns whether two plans have the same in the same order */
export const isSamePlan = (a: WeekPlan, b: WeekPlan): boolean =>
  weekDaysInOrder.every((day) => a[day].join() === b[day].join());

const isOn = (plan: WeekPlan, { scheduleTemplate }: Engagement) => weekDaysOf(plan, scheduleTemplate.id).length > 0;

/** @returns those of the engagements that are on a weekday */
export const plannedOnes = (plan: WeekPlan, engagements: readonly Engagement[]): Engagement[] =>
  engagements.filter((engagement) => isOn(plan, engagement));

/**
 * What became of a save that stopped.
 * @param before the engagements as they were when it began
 * @param now as they are now
 * @returns the engagements whose days were saved, and those whose days were not, or not all
 */
export function partsSaved(edits: PlanEdits, before: readonly Engagement[], now: readonly Engagement[]) {
  const [was, is, wanted] = [savedPlan(before), savedPlan(now), rebase(edits, now)];
  if (isSamePlan(is, wanted)) return 'all';
  if (isSamePlan(is, was)) return 'none';
  const daysOf = (plan: WeekPlan, { scheduleTemplate }: Engagement) => weekDaysOf(plan, scheduleTemplate.id).join();
  const missing = now.filter((one) => daysOf(is, one) !== daysOf(wanted, one));
  const saved = now.filter((one) => daysOf(is, one) !== daysOf(was, one) && !missing.includes(one));
  return { saved, missing };
}

/** @returns the engagements that edits have places for and that are gone now */
export function lostEngagements({ plan, engagements }: PlanEdits, now: readonly Engagement[]): Engagement[] {
  const there = new Set(now.map(({ id }) => id));
  return plannedOnes(plan, engagements).filter(({ id }) => !there.has(id));
}

/** @returns the engagements that were proposals when they were put on a weekday, and are the worker's now */
export function claimedOnes({ engagements }: PlanEdits, now: readonly Engagement[]): Engagement[] {
  const proposed = new Set(engagements.filter(isProposal).map(({ id }) => id));
  return now.filter((one) => proposed.has(one.id) && !isProposal(one));
}

/** @returns Unscheduled, then Monday to Sunday, each with its engagements in their order */
export function planGroups(engagements: readonly Engagement[], plan: WeekPlan): PlanGroup[] {
  const byTemplate = new Map(engagements.map((engagement) => [engagement.scheduleTemplate.id, engagement]));
  const engagementsOn = (day: Day) =>
    day === 'unscheduled'
      ? engagements.filter((engagement) => !isOn(plan, engagement))
      : plan[day].flatMap((id) => byTemplate.get(id) ?? []);
  return (['unscheduled', ...weekDaysInOrder] as const).map((day) => ({
    day,
    rows: engagementsOn(day).map((engagement, index) => ({ engagement, day, index })),
  }));
}
