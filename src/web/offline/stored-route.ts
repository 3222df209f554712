import type * as z from 'zod/mini';
import type { itineraries } from '#contract/itineraries.ts';
import type { Profile } from '#contract/profiles.ts';
import type { User } from '#contract/sessions.ts';
import { businessDay, calendarDay, type IsoWeek, isoWeekOf, plainDate } from '#domain/calendar.ts';

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

/** @returns the newest route that is not too old to go by */
export function usableRoute(routes: readonly StoredRoute[], now: number): StoredRoute | undefined {
  return routes.filter(({ savedAt }) => Math.abs(now - savedAt) <= keptMs).sort((a, b) => b.savedAt - a.savedAt)[0];
}

/**
 * The stored answer with the day that it is now: the business's day of when it was stored, moved on by what the phone's
 * clock has counted since, so that a wrong clock does no harm.
 * @param now milliseconds since 1970, by the phone's clock
 */
export function answerAsOf({ answer, savedAt }: StoredRoute, now: number): ItineraryAnswer {
  const serverNow = Temporal.Instant.from(answer.now).add({ milliseconds: Math.max(0, now - savedAt) });
  return { ...answer, today: calendarDay(businessDay(serverNow)), now: serverNow.toString() };
}

/** @returns whether an answer is the one of the week that holds its today */
export const isCurrentWeek = ({ today }: ItineraryAnswer, { year, week }: IsoWeek): boolean => {
  const current = isoWeekOf(plainDate(today));
  return current.year === year && current.week === week;
};
