import { type WeekDay, weekDaysInOrder } from './calendar.ts';

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

/**
 * Gives each place of a plan the id that the server has for that engagement and weekday, and where it has none, the id
 * of a place that is no longer wanted. Another weekday is then saved as a move: as a new place beside the old one it
 * would exceed what the customer asked for, or meet the old one on the same day. Days are numbered from 0.
 */
export function reconcile(saved: Plan, plan: Plan): PlanDay[] {
  const wanted = plan.filter((place, index) => plan.findIndex((other) => isSameSpot(other, place)) === index);
  const exact = wanted.map((place) => saved.find((other) => isSameSpot(other, place))?.id);
  const isFree = ({ id }: PlanDay) => !exact.includes(id);
  const there = saved.filter(isFree);
  const made = wanted.filter((place) => isFree(place) && !there.some(({ id }) => id === place.id));
  const settled = wanted.map((place, index) => ({
    ...place,
    id: exact[index] ?? takeId(there, place) ?? takeId(made, place) ?? place.id,
  }));
  return weekDaysInOrder.reduce((renumbered, day) => orderDay(renumbered, day, []), settled);
}

/** Takes an id of the same engagement out of those that are free, its own where it is among them. */
function takeId(free: PlanDay[], { id, scheduleTemplateId }: PlanDay): string | undefined {
  const ofEngagement = free.filter((place) => place.scheduleTemplateId === scheduleTemplateId);
  const taken = ofEngagement.find((place) => place.id === id) ?? ofEngagement[0];
  if (taken) free.splice(free.indexOf(taken), 1);
  return taken?.id;
}

const isSameSpot = (a: PlanDay, b: PlanDay) =>
  a.scheduleTemplateId === b.scheduleTemplateId && a.dayOfWeek === b.dayOfWeek;

/**
 * The calls that make the server's plan `before` become `after`, which is settled: first what is created, then what is updated, then what
 * is deleted. The server numbers a day anew at each call, so an update names every place of the days that it touches.
 * @returns the places of each call; three empty lists when nothing changed
 */
export function planCalls(before: Plan, after: Plan): PlanChanges {
  const { created, updated, deleted } = planChanges(before, after);
  if (updated.length === 0) return { created, updated, deleted };
  // A day that only gets new places has its others where they were, which is where the server leaves them.
  const touched = new Set(updated.map(({ dayOfWeek }) => dayOfWeek));
  return { created, updated: after.filter(({ dayOfWeek }) => touched.has(dayOfWeek)), deleted };
}

const renumber = (plan: Plan, dayOfWeek: WeekDay): PlanDay[] => orderDay(plan, dayOfWeek, []);
