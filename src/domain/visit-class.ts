import { businessDay } from './calendar.ts';
import { businessTimeZone } from './time-zone.ts';
import { lastHour, lastHourToBegin } from './visit-limits.ts';

/** For how long a step of a visit is news that somebody waits for. */
const hoursOfNews = 2;

/** @returns the first day of which a visit is still to come: by night nobody comes any more */
export const firstDayToCome = (now: Temporal.Instant): Temporal.PlainDate => firstDayBefore(lastHour, now);

/** @returns the first day on which a service that a worker takes now can have a visit: late in the day it is tomorrow */
export const firstDayToBegin = (now: Temporal.Instant): Temporal.PlainDate => firstDayBefore(lastHourToBegin, now);

/** @returns from when on nobody comes any more on a day */
export const endOfWork = (day: Temporal.PlainDate): Temporal.Instant =>
  day.toZonedDateTime({ timeZone: businessTimeZone, plainTime: { hour: lastHour } }).toInstant();

/** @returns whether the work of a day is over at a moment */
export const isWorkOver = (day: Temporal.PlainDate, at: Temporal.Instant): boolean =>
  Temporal.Instant.compare(at, endOfWork(day)) >= 0;

const isBeforeHour = (hour: number, now: Temporal.Instant) => now.toZonedDateTimeISO(businessTimeZone).hour < hour;
const mayCome = (now: Temporal.Instant) => isBeforeHour(lastHour, now);
const firstDayBefore = (hour: number, now: Temporal.Instant) =>
  businessDay(now).add({ days: isBeforeHour(hour, now) ? 0 : 1 });

/**
 * Decides how urgent it is what is told of visits. Only what is about this minute goes out at any hour: a step that was made just
 * now, or a change of today's visits while somebody may still come. What was done yesterday, and what is about a later day, waits
 * for the day.
 * @param days of the visits
 * @param at when the step was made that is told, if it is one
 */
export function visitClass(
  now: Temporal.Instant,
  days: readonly Temporal.PlainDate[],
  at?: Temporal.Instant,
): 'now' | 'service' {
  const today = businessDay(now);
  if (!days.some((day) => day.equals(today))) return 'service';
  const isNews = at ? Temporal.Instant.compare(at.add({ hours: hoursOfNews }), now) >= 0 : mayCome(now);
  return isNews ? 'now' : 'service';
}
