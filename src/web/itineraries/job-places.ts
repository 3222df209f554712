import type { Job } from '#contract/itineraries.ts';
import {
  type CalendarDay,
  dateInWeek,
  type IsoWeek,
  plainDate,
  type WeekDay,
  weekDaysInOrder,
} from '#domain/calendar.ts';
import { type PlanDay, planChanges } from '#domain/plan-order.ts';

/** A position that the server takes for the end of a day. */
const endOfDay = 10_000;

/** @returns an engagement's places in the plan */
export function placesOf({ engagement }: Job): PlanDay[] {
  return engagement.scheduleTemplate.scheduleTemplateDays.flatMap((place) => {
    const dayOfWeek = weekDaysInOrder.find((day) => day === place.dayOfWeek);
    return dayOfWeek ? [{ ...place, dayOfWeek }] : [];
  });
}

/** @returns the place that a job comes from; undefined once the plan has it on that weekday no more */
export function placeOf(job: Job): PlanDay | undefined {
  return placesOf(job).find(({ dayOfWeek }) => dayOfWeek === job.scheduleInstance.dayOfWeek);
}

/**
 * @param jobs those of a day in their order
 * @param by -1 up, 1 down
 * @returns the two places that swap their positions; undefined at the end of the day
 */
export function swapped(jobs: readonly Job[], job: Job, by: -1 | 1): [PlanDay, PlanDay] | undefined {
  const planned = jobs.flatMap((one) => placeOf(one) ?? []);
  const own = placeOf(job);
  const from = planned.findIndex(({ id }) => id === own?.id);
  const neighbour = planned[from + by];
  if (!own || !neighbour || from < 0) return undefined;
  return [
    { ...own, sequence: neighbour.sequence },
    { ...neighbour, sequence: own.sequence },
  ];
}

/** @returns a job's place as it is on another weekday, after all that are there */
export function movedTo(place: PlanDay, dayOfWeek: WeekDay): PlanDay {
  return { ...place, dayOfWeek, sequence: endOfDay };
}

/**
 * @param weekDays where the engagement is to be from now on
 * @param newId makes the id of a place
 * @returns what must be sent for that; a day that goes and one that comes are one place that moves
 */
export function reassigned(job: Job, weekDays: readonly WeekDay[], newId: () => string) {
  const before = placesOf(job);
  const kept = before.filter(({ dayOfWeek }) => weekDays.includes(dayOfWeek));
  const leaving = before.filter((place) => !kept.includes(place));
  const arriving = weekDays.filter((day) => !kept.some(({ dayOfWeek }) => dayOfWeek === day));
  const placed = arriving.map((dayOfWeek, index): PlanDay => {
    const id = leaving[index]?.id ?? newId();
    return { id, scheduleTemplateId: job.engagement.scheduleTemplate.id, dayOfWeek, sequence: endOfDay };
  });
  return planChanges(before, [...kept, ...placed]);
}

/** @returns whether the week's visit falls out when it moves to a weekday that is over by then */
export function isOver(week: IsoWeek, weekDay: WeekDay, today: CalendarDay): boolean {
  return Temporal.PlainDate.compare(dateInWeek(week, weekDay), plainDate(today)) < 0;
}
