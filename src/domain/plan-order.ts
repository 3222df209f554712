import type { WeekDay } from './calendar.ts';

/** One engagement's place on one weekday of a worker's plan; `sequence` counts from 0 within the day. */
export type PlanDay = { id: string; scheduleTemplateId: string; dayOfWeek: WeekDay; sequence: number };

type Plan = readonly PlanDay[];

/** @returns the places of one weekday in their order */
export function daysInOrder(plan: Plan, dayOfWeek: WeekDay): PlanDay[] {
  return plan.filter((place) => place.dayOfWeek === dayOfWeek).sort((a, b) => a.sequence - b.sequence);
}

/**
 * Puts an engagement on a weekday, after all that are there, or takes it off; both renumber the day from 0.
 * @param newId the id of the place if one is made
 * @returns the changed plan
 */
export function toggleDay(plan: Plan, scheduleTemplateId: string, dayOfWeek: WeekDay, newId: string): PlanDay[] {
  const there = plan.find((place) => place.scheduleTemplateId === scheduleTemplateId && place.dayOfWeek === dayOfWeek);
  if (there) return removePlace(plan, there.id);
  const sequence = daysInOrder(plan, dayOfWeek).length;
  return renumber([...plan, { id: newId, scheduleTemplateId, dayOfWeek, sequence }], dayOfWeek);
}

/**
 * Swaps a place with its neighbour and renumbers its day from 0.
 * @param by -1 up, 1 down
 * @returns the changed plan; the same places when there is no neighbour on that side
 */
export function movePlace(plan: Plan, placeId: string, by: -1 | 1): PlanDay[] {
  const place = plan.find((candidate) => candidate.id === placeId);
  if (!place) return [...plan];
  const day = daysInOrder(plan, place.dayOfWeek);
  const from = day.indexOf(place);
  if (!day[from + by]) return [...plan];
  return placeAt(plan, placeId, place.dayOfWeek, from + by);
}

/**
 * Takes a place out of the plan and renumbers its day from 0.
 * @returns the changed plan; the same places when it is not there
 */
export function removePlace(plan: Plan, placeId: string): PlanDay[] {
  const place = plan.find(({ id }) => id === placeId);
  if (!place) return [...plan];
  return renumber(
    plan.filter(({ id }) => id !== placeId),
    place.dayOfWeek,
  );
}

/**
 * Puts a place on a weekday at a position; it keeps its id. Both days are renumbered from 0.
 * @param sequence where it stands afterwards, counted from 0; one beyond the end is the end
 * @returns the changed plan; the same places when its engagement is on that other day already
 */
export function placeAt(plan: Plan, placeId: string, dayOfWeek: WeekDay, sequence: number): PlanDay[] {
  const place = plan.find(({ id }) => id === placeId);
  if (!place) return [...plan];
  const others = plan.filter(({ id }) => id !== placeId);
  const isTaken = others.some(
    (other) => other.scheduleTemplateId === place.scheduleTemplateId && other.dayOfWeek === dayOfWeek,
  );
  if (isTaken) return [...plan];
  const order = daysInOrder(others, dayOfWeek).map(({ id }) => id);
  order.splice(Math.max(0, sequence), 0, placeId);
  const moved = plan.map((candidate) => (candidate.id === placeId ? { ...candidate, dayOfWeek } : candidate));
  return renumber(orderDay(moved, dayOfWeek, order), place.dayOfWeek);
}

/**
 * Gives the places of a weekday another order, numbered from 0.
 * @param order ids of places; those of the day that are not named follow in the order that they have
 * @returns the changed plan
 */
export function orderDay(plan: Plan, dayOfWeek: WeekDay, order: readonly string[]): PlanDay[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  const rankOf = ({ id }: PlanDay) => rank.get(id) ?? order.length;
  const ids = daysInOrder(plan, dayOfWeek)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(({ id }) => id);
  return plan.map((place) => (place.dayOfWeek === dayOfWeek ? { ...place, sequence: ids.indexOf(place.id) } : place));
}

/** What must be sent so that `before`, as the server has it, becomes `after`. */
export type PlanChanges = { created: PlanDay[]; updated: PlanDay[]; deleted: PlanDay[] };

/** @returns the places to create, to update and to delete; three empty lists when nothing changed */
export function planChanges(before: Plan, after: Plan): PlanChanges {
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

const renumber = (plan: Plan, dayOfWeek: WeekDay): PlanDay[] => orderDay(plan, dayOfWeek, []);
