import type { Job } from '#contract/itineraries.ts';
import { dateInWeek, isoWeekOf, type WeekDay } from '#domain/calendar.ts';
import type { PlanDay, WantedPlace } from '#domain/plan-order.ts';

/** A position that the server takes for the end of a day. */
const endOfDay = 10_000;

/** @returns an engagement's places in the plan */
export const placesOf = ({ engagement }: Job): PlanDay[] => engagement.scheduleTemplate.scheduleTemplateDays;

/** @returns the place that a job comes from; undefined once the plan has it on that weekday no more */
export function placeOf(job: Job): PlanDay | undefined {
  return placesOf(job).find(({ dayOfWeek }) => dayOfWeek === job.scheduleInstance.dayOfWeek);
}

/**
 * @param jobs those of a day in their order
 * @param by -1 up, 1 down
 * @returns the two places that swap their positions, as they are and as they are wanted; undefined at the end of the day
 */
export function swapped(jobs: readonly Job[], job: Job, by: -1 | 1): [PlanDay[], PlanDay[]] | undefined {
  const planned = jobs.flatMap((one) => placeOf(one) ?? []);
  const own = placeOf(job);
  const from = planned.findIndex(({ id }) => id === own?.id);
  const neighbour = planned[from + by];
  if (!own || !neighbour || from < 0) return undefined;
  return [
    [own, neighbour],
    [
      { ...own, sequence: neighbour.sequence },
      { ...neighbour, sequence: own.sequence },
    ],
  ];
}

/** @returns an engagement's places as they are wanted on these weekdays: on a new one after all that are there */
export function placesOn(job: Job, weekDays: readonly WeekDay[]): WantedPlace[] {
  const scheduleTemplateId = job.engagement.scheduleTemplate.id;
  return weekDays.map(
    (dayOfWeek) =>
      placesOf(job).find((place) => place.dayOfWeek === dayOfWeek) ?? {
        scheduleTemplateId,
        dayOfWeek,
        sequence: endOfDay,
      },
  );
}

/** @returns whether that weekday of this week is over, so that a visit moved there falls out */
export const isPast = (weekDay: WeekDay, today: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(dateInWeek(isoWeekOf(today), weekDay), today) < 0;
