import { type WeekDay, weekDaysInOrder } from './calendar.ts';

/** One engagement's place on one weekday of a worker's plan; `sequence` counts from 0 within the day. */
export type PlanDay = { id: string; scheduleTemplateId: string; dayOfWeek: WeekDay; sequence: number };
/** A place that the plan should have; saving it decides its id. */
export type WantedPlace = Omit<PlanDay, 'id'>;

/** A plan for editing: the ids of each weekday's schedule templates, in their order. */
export type WeekPlan = Readonly<Record<WeekDay, readonly string[]>>;
/** A column of the plan; an engagement that is on no weekday is unscheduled. */
export type Day = WeekDay | 'unscheduled';

/** @returns the places of one weekday in their order */
export function daysInOrder(places: readonly PlanDay[], dayOfWeek: WeekDay): PlanDay[] {
  return places.filter((place) => place.dayOfWeek === dayOfWeek).sort((a, b) => a.sequence - b.sequence);
}

/** @param templatesOf returns the schedule templates of a weekday in their order */
export function buildWeekPlan(templatesOf: (day: WeekDay) => readonly string[]): WeekPlan {
  return Object.fromEntries(weekDaysInOrder.map((day) => [day, templatesOf(day)])) as unknown as WeekPlan;
}

export const weekPlan = (places: readonly PlanDay[]): WeekPlan =>
  buildWeekPlan((day) => daysInOrder(places, day).map(({ scheduleTemplateId }) => scheduleTemplateId));

/** @returns the places of a plan, numbered from 0 on each day */
export const wantedPlaces = (plan: WeekPlan): WantedPlace[] =>
  weekDaysInOrder.flatMap((dayOfWeek) =>
    plan[dayOfWeek].map((scheduleTemplateId, sequence) => ({ scheduleTemplateId, dayOfWeek, sequence })),
  );

/** @returns the weekdays on which a schedule template is */
export const weekDaysOf = (plan: WeekPlan, templateId: string): WeekDay[] =>
  weekDaysInOrder.filter((day) => plan[day].includes(templateId));

/** Puts a schedule template at the end of a weekday, or takes it off when it is there. */
export function toggleDay(plan: WeekPlan, templateId: string, day: WeekDay): WeekPlan {
  if (plan[day].includes(templateId)) return moveTo(plan, templateId, day, 'unscheduled', 0);
  return moveTo(plan, templateId, 'unscheduled', day, plan[day].length);
}

/** @returns whether a schedule template may move between two days: not to a day that has it already */
export function canGoTo(plan: WeekPlan, templateId: string, from: Day, to: Day): boolean {
  if (to === from) return to !== 'unscheduled';
  return to === 'unscheduled' || !plan[to].includes(templateId);
}

/**
 * Moves a schedule template to another day or another position.
 * @param index its position afterwards, from 0; beyond the end is the end
 * @returns the changed plan; the same plan when the move is not allowed
 */
export function moveTo(plan: WeekPlan, templateId: string, from: Day, to: Day, index: number): WeekPlan {
  if (!canGoTo(plan, templateId, from, to)) return plan;
  const taken = from === 'unscheduled' ? plan : { ...plan, [from]: plan[from].filter((id) => id !== templateId) };
  return to === 'unscheduled' ? taken : { ...taken, [to]: taken[to].toSpliced(index, 0, templateId) };
}

/** @returns the weekday and engagement of a place, as one text; a plan has each at most once */
export const spotOf = ({ scheduleTemplateId, dayOfWeek }: WantedPlace): string => `${scheduleTemplateId} ${dayOfWeek}`;

/** What to send so that the server's `before` becomes `after`. */
export type PlanChanges = { created: PlanDay[]; updated: PlanDay[]; deleted: PlanDay[] };

/** @returns the places to create, to update and to delete; three empty lists when nothing changed */
export function planChanges(before: readonly PlanDay[], after: readonly PlanDay[]): PlanChanges {
  const old = new Map(before.map((place) => [place.id, place]));
  const kept = new Set(after.map((place) => place.id));
  return {
    created: after.filter((place) => !old.has(place.id)),
    updated: after.filter((place) => {
      const was = old.get(place.id);
      return was !== undefined && (was.sequence !== place.sequence || was.dayOfWeek !== place.dayOfWeek);
    }),
    deleted: before.filter((place) => !kept.has(place.id)),
  };
}

/**
 * Plans the calls that give the server the wanted places: first create, then update, then delete. An engagement that
 * leaves one weekday and comes to another keeps its place, which moves: a new place beside the old one would be more
 * visits than the customer asked for. Each call numbers a day anew, so an update names every wanted place of its days.
 * @param saved the server's places
 * @param newId makes the id of a place
 * @returns the places of each call; three empty lists when nothing changed
 */
export function planCalls(saved: readonly PlanDay[], wanted: readonly WantedPlace[], newId: () => string): PlanChanges {
  const there = new Map(saved.map((place) => [spotOf(place), place.id]));
  const spots = new Set(wanted.map(spotOf));
  const leaving = Map.groupBy(
    saved.filter((place) => !spots.has(spotOf(place))),
    ({ scheduleTemplateId }) => scheduleTemplateId,
  );
  const idOf = (place: WantedPlace) =>
    there.get(spotOf(place)) ?? leaving.get(place.scheduleTemplateId)?.shift()?.id ?? newId();
  const after = wanted.map((place) => ({ id: idOf(place), ...place }));
  const { created, updated, deleted } = planChanges(saved, after);
  // On a day that only gets new places, the server leaves the others where they are.
  const touched = new Set(updated.map(({ dayOfWeek }) => dayOfWeek));
  return { created, updated: after.filter(({ dayOfWeek }) => touched.has(dayOfWeek)), deleted };
}
