import type * as z from 'zod/mini';
import type { itineraries } from '#contract/itineraries.ts';
import type { Profile } from '#contract/profiles.ts';
import type { User } from '#contract/session-shapes.ts';
import { addWeeks, businessDay, calendarDay, type IsoWeek, isoWeekOf, plainDate } from '#domain/calendar.ts';

export type ItineraryAnswer = z.output<typeof itineraries.getItinerary.response>;

/** A worker's week with what is needed to show it without a network. No token is in it. */
export type StoredRoute = {
  workerProfileId: string;
  user: User;
  profiles: Profile[];
  week: IsoWeek;
  answer: ItineraryAnswer;
  /** Milliseconds since 1970, by the phone's clock. */
  savedAt: number;
};

const keptMs = 7 * 24 * 60 * 60 * 1000;

/** @returns whether a route is too old to go by */
export const isTooOld = ({ savedAt }: StoredRoute, now: number): boolean => Math.abs(now - savedAt) > keptMs;

/**
 * @returns the routes to go by, that of the present week first, of the worker whose was loaded last; none when all are
 *   too old or of past weeks
 */
export function usableRoutes(routes: readonly StoredRoute[], now: number): StoredRoute[] {
  const good = routes.filter((route) => !isTooOld(route, now)).sort((a, b) => b.savedAt - a.savedAt);
  const present = good.find((route) => isSameWeek(route.week, weekAsOf(route, now)));
  if (!present) return [];
  return [present, ...good.filter((route) => route !== present && route.workerProfileId === present.workerProfileId)];
}

const weekAsOf = (route: StoredRoute, now: number) => isoWeekOf(plainDate(answerAsOf(route, now).today));

/**
 * The stored answer with the day that it is now: the business's day of when it was stored, moved on by what the phone's
 * clock has counted since, so that a wrong clock does no harm.
 * @param now milliseconds since 1970, by the phone's clock
 */
export function answerAsOf({ answer, savedAt }: StoredRoute, now: number): ItineraryAnswer {
  const serverNow = Temporal.Instant.from(answer.now).add({ milliseconds: Math.max(0, now - savedAt) });
  return { ...answer, today: calendarDay(businessDay(serverNow)), now: serverNow.toString() };
}

/** @returns whether an answer's week is the one that its today is in, or the week after */
export function weekOfAnswer({ today }: ItineraryAnswer, week: IsoWeek): 'present' | 'next' | 'other' {
  const present = isoWeekOf(plainDate(today));
  if (isSameWeek(week, present)) return 'present';
  return isSameWeek(week, addWeeks(present, 1)) ? 'next' : 'other';
}

export const isSameWeek = (a: IsoWeek, b: IsoWeek): boolean => a.year === b.year && a.week === b.week;
