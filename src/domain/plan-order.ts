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
  if (there) {
    return renumber(
      plan.filter((place) => place !== there),
      dayOfWeek,
    );
  }
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
  const neighbour = day[from + by];
  if (!neighbour) return [...plan];
  day[from] = neighbour;
  day[from + by] = place;
  const order = day.map((candidate) => candidate.id);
  return plan.map((candidate) =>
    candidate.dayOfWeek === place.dayOfWeek ? { ...candidate, sequence: order.indexOf(candidate.id) } : candidate,
  );
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

function renumber(plan: Plan, dayOfWeek: WeekDay): PlanDay[] {
  const order = daysInOrder(plan, dayOfWeek).map((place) => place.id);
  return plan.map((place) => (place.dayOfWeek === dayOfWeek ? { ...place, sequence: order.indexOf(place.id) } : place));
}
