import type { Job } from '#contract/itineraries.ts';
import {
  type CalendarDay,
  calendarDay,
  dateInWeek,
  type IsoWeek,
  isoWeekOf,
  plainDate,
  type WeekDay,
  weekDayOf,
  weekDaysInOrder,
} from '#domain/calendar.ts';
import { countedLabel } from '#domain/labels.ts';
import { isUnfinished } from '#domain/work-status.ts';
import { isSameWeek } from '#web/offline/stored-route.ts';

/** The jobs of one weekday in their order. */
export type DayOfItinerary = { day: WeekDay; date: CalendarDay; isToday: boolean; jobs: Job[] };

/**
 * @param today the business's day, as the server says
 * @returns Monday to Sunday
 */
export function daysOfItinerary(week: IsoWeek, jobs: readonly Job[], today: CalendarDay): DayOfItinerary[] {
  return weekDaysInOrder.map((day) => {
    const date = dateInWeek(week, day);
    return { day, date: calendarDay(date), isToday: date.equals(plainDate(today)), jobs: inOrder(jobs, day) };
  });
}

/**
 * Yesterday's visits that were begun and can be gone on with today. One that was just finished stays, so that it can be
 * undone.
 * @param jobs the week's, and those of yesterday that the server adds
 * @param shown answers a job with the changes that wait to be sent
 */
export function unfinishedOf(jobs: readonly Job[], today: CalendarDay, shown: (job: Job) => Job): Job[] {
  const yesterday = plainDate(today).subtract({ days: 1 });
  const ofYesterday = jobs.filter(({ scheduleInstance }) => plainDate(scheduleInstance.date).equals(yesterday));
  const once = new Map(ofYesterday.map((job) => [job.engagement.id, job]));
  return [...once.values()].flatMap((job) => (isUnfinished(job) || isUnfinished(shown(job)) ? [shown(job)] : []));
}

/** What tells the jobs of one day apart. */
export const idOf = ({ engagement }: Job): string => engagement.id;

/** @returns whether a visit is still to be made */
export const isToDo = ({ work, skip }: Job): boolean => !skip && work?.status !== 'WORK_STATUS_WORK_COMPLETED';

/** @returns what stands over yesterday's visits, of which some may just have been finished */
export function yesterdayTitle(jobs: readonly Job[]): string {
  const left = jobs.filter(isToDo).length;
  if (left === jobs.length) return 'Not finished yesterday';
  return left > 0 ? `Yesterday: ${left} not finished` : 'Yesterday';
}

/** @returns whether a visit was made */
export const isDone = (job: Job): boolean => !job.skip && !isToDo(job);

/** @returns the visit to go on with: the one that is begun, or else the first that is not */
export function nextJob(jobs: readonly Job[]): Job | undefined {
  const left = jobs.filter(isToDo);
  return left.find(({ work }) => work !== null) ?? left[0];
}

/**
 * @param jobs of today, in their order
 * @returns those to show, the next one first, and those that are done
 */
export function byUrgency(jobs: readonly Job[]): { shown: Job[]; done: Job[] } {
  const next = nextJob(jobs);
  const { done = [], others = [] } = Object.groupBy(
    jobs.filter((job) => job !== next),
    (job) => (isDone(job) ? 'done' : 'others'),
  );
  return { shown: next ? [next, ...others] : others, done };
}

function inOrder(jobs: readonly Job[], day: WeekDay): Job[] {
  return jobs
    .filter(({ scheduleInstance }) => scheduleInstance.dayOfWeek === day)
    .sort((a, b) => a.scheduleInstance.sequence - b.scheduleInstance.sequence);
}

/** @returns the weekday to show first: today's in its own week, Monday in every other */
export function firstDay(week: IsoWeek, today: CalendarDay): WeekDay {
  const date = plainDate(today);
  return isSameWeek(week, isoWeekOf(date)) ? weekDayOf(date) : 'DAY_OF_WEEK_MONDAY';
}

/** @returns a route to an address in Google Maps: https://developers.google.com/maps/documentation/urls/get-started#directions-action */
export const directionsUrl = (engagement: Job['engagement']): string => mapsUrl([placeOf(engagement)]);

function placeOf({ serviceAddress }: Pick<Job['engagement'], 'serviceAddress'>): string {
  const { streetAddress1, city, state, zipCode } = serviceAddress;
  // A bar in a link parts one stop from the next.
  return `${streetAddress1}, ${city}, ${state} ${zipCode}`.replaceAll(/\s*\|+\s*/g, ' ');
}

/** How many places Google Maps takes in one route on a phone, the last one among them. */
const mostStops = 10;

/**
 * @param jobs of a day that are still to be made, in their order
 * @returns the same for as many of them as Maps takes, and whether those are all
 */
export function routeOf(jobs: readonly Job[]): { url: string; stops: number; isWhole: boolean } {
  const first = jobs.slice(0, mostStops);
  const url = mapsUrl(first.map(({ engagement }) => placeOf(engagement)));
  return { url, stops: first.length, isWhole: first.length === jobs.length };
}

function mapsUrl(places: string[]): string {
  const destination = places.pop() ?? '';
  const waypoints = places.join('|');
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination, ...(waypoints && { waypoints }) })}`;
}

/** @returns for example '3 jobs' */
export const jobCountLabel = (count: number): string => countedLabel(count, 'job');

/** @returns whether this worker makes the visit for the worker whose service it is */
export const isCoverOf = ({ engagement: { worker } }: Job, workerId: string): boolean =>
  worker !== null && worker.id !== workerId;
