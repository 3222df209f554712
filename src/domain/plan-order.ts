import { type WeekDay, weekDaysInOrder } from './calendar.ts';

/** One engagement's place on one weekday of a worker's plan; `sequence` counts from 0 within the day. */
export type PlanDay = { id: string; scheduleTemplateId: string; dayOfWeek: WeekDay; sequence: number };
/** A place as it is wanted; which id it has comes out when it is saved. */
export type WantedPlace = Omit<PlanDay, 'id'>;

/** A plan as it is edited: the schedule templates of each weekday in their order, by their ids. */
export type WeekPlan = Readonly<Record<WeekDay, readonly string[]>>;
/** Where an engagement stands; it is unscheduled when no weekday has it. */
export type Day = WeekDay | 'unscheduled';

/** @returns the places of one weekday in their order */
export function daysInOrder(places: readonly PlanDay[], dayOfWeek: WeekDay): PlanDay[] {
  return places.filter((place) => place.dayOfWeek === dayOfWeek).sort((a, b) => a.sequence - b.sequence);
}

/** @param templatesOf answers the schedule templates of a weekday in their order */
export function buildWeekPlan(templatesOf: (day: WeekDay) => readonly string[]): WeekPlan {
  return Object.fromEntries(weekDaysInOrder.map((day) => [day, templatesOf(day)])) as unknown as WeekPlan;
}

/** @returns the plan that these places make */
export const weekPlan = (places: readonly PlanDay[]): WeekPlan =>
  buildWeekPlan((day) => daysInOrder(places, day).map(({ scheduleTemplateId }) => scheduleTemplateId));

/** @returns the places that a plan asks for, each day numbered from 0 */
export const wantedPlaces = (plan: WeekPlan): WantedPlace[] =>
  weekDaysInOrder.flatMap((dayOfWeek) =>
    plan[dayOfWeek].map((scheduleTemplateId, sequence) => ({ scheduleTemplateId, dayOfWeek, sequence })),
  );

/** @returns the weekdays on which a schedule template is */
export const weekDaysOf = (plan: WeekPlan, templateId: string): WeekDay[] =>
  weekDaysInOrder.filter((day) => plan[day].includes(templateId));

/** Puts a schedule template on a weekday, after all that are there, or takes it off. */
export function toggleDay(plan: WeekPlan, templateId: string, day: WeekDay): WeekPlan {
  if (plan[day].includes(templateId)) return moveTo(plan, templateId, day, 'unscheduled', 0);
  return moveTo(plan, templateId, 'unscheduled', day, plan[day].length);
}

/** @returns whether a schedule template may go from one day to the other: not to one that it is on besides */
export function canGoTo(plan: WeekPlan, templateId: string, from: Day, to: Day): boolean {
  if (to === from) return to !== 'unscheduled';
  return to === 'unscheduled' || !plan[to].includes(templateId);
}

/**
 * Takes a schedule template off the day that it stands on and puts it on another, or to another position.
 * @param index where it stands afterwards, counted from 0; one beyond the end is the end
 * @returns the changed plan; the same one where it may not go
 */
export function moveTo(plan: WeekPlan, templateId: string, from: Day, to: Day, index: number): WeekPlan {
  if (!canGoTo(plan, templateId, from, to)) return plan;
  const taken = from === 'unscheduled' ? plan : { ...plan, [from]: plan[from].filter((id) => id !== templateId) };
  return to === 'unscheduled' ? taken : { ...taken, [to]: taken[to].toSpliced(index, 0, templateId) };
}

/** @returns which engagement on which weekday: at most one place has it */
export const spotOf = ({ scheduleTemplateId, dayOfWeek }: WantedPlace): string => `${scheduleTemplateId} ${dayOfWeek}`;

/** What must be sent so that `before`, as the server has it, becomes `after`. */
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
 * The calls that give the server the wanted places: first what is created, then what is updated, then what is deleted.
 * An engagement that leaves one weekday and comes to another is saved as a move of its place: a new place beside the old
 * one would be more than the customer asked for. The server numbers a day anew at each call, so an update names every
 * wanted place of the days that it touches.
 * @param saved what the server has
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
  // A day that only gets new places has its others where they were, which is where the server leaves them.
  const touched = new Set(updated.map(({ dayOfWeek }) => dayOfWeek));
  return { created, updated: after.filter(({ dayOfWeek }) => touched.has(dayOfWeek)), deleted };
}
