import type { Profile } from '#contract/profiles.ts';
import type { Session } from '#contract/session-shapes.ts';
import { businessTimeZone, goByTimeZone } from '#domain/time-zone.ts';
import { askEarly } from './early-answers.ts';
import { oneTabAtATime } from './one-tab.ts';
import { isSignOutOwed, localStore, mayHaveSession, selectedProfileKey } from './session-hint.ts';

const msOfDay = 86_400_000;

/**
 * The ISO week of the business's day, also without Temporal, which some browsers have to load first: the first use of Intl
 * takes a phone 70 ms and more.
 * @param now milliseconds since 1970
 */
export function businessWeek(now: number): { year: number; week: number } {
  if (typeof Temporal !== 'undefined') {
    const { yearOfWeek, weekOfYear } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(businessTimeZone);
    if (yearOfWeek && weekOfYear) return { year: yearOfWeek, week: weekOfYear };
  }
  // Swedish days are written as in ISO 8601.
  const day = new Date(new Intl.DateTimeFormat('sv-SE', { timeZone: businessTimeZone }).format(now));
  // A week belongs to the year of its Thursday.
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * msOfDay);
  const year = thursday.getUTCFullYear();
  return { year, week: 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * msOfDay)) };
}

/** @returns the worker whose itinerary a path leads to */
export const workerOfItinerary = (path: string): string | undefined =>
  /^\/worker\/([\w-]+)\/itinerary\/?$/.exec(path)?.[1];

/** @returns the calls that a page begins with; none for most pages */
export function firstCallsOf(path: string, profiles: readonly Profile[], now: number): string[] {
  const worker = workerOfItinerary(path);
  if (worker) {
    const { year, week } = businessWeek(now);
    return [`/v1/workers/${worker}/itineraries?year=${year}&week=${week}`];
  }
  const [, planner] = /^\/worker\/([\w-]+)\/plan\/?$/.exec(path) ?? [];
  if (planner) return [`/v1/worker/${planner}/engagements?`];
  if (!/^\/dashboard\/?$/.test(path)) return [];
  const saved = localStore()?.getItem(selectedProfileKey);
  const profile = profiles.find(({ id }) => id === saved) ?? profiles.find(({ isDefault }) => isDefault) ?? profiles[0];
  if (profile?.type === 'PROFILE_TYPE_WORKER') return [`/v1/workers/${profile.id}/home`];
  if (profile?.type === 'PROFILE_TYPE_CUSTOMER') return [`/v1/customers/${profile.id}/home`];
  return profile ? ['/v1/staff-desk', '/v1/staff-home'] : [];
}

/**
 * Asks for the session, and for what the page begins with, while the app's code is on its way: on a slow line that takes
 * seconds, and the two calls wait for each other. Stands in the app's document as a script of its own (scripts/lib/head-start.js).
 * @returns the session, and a copy of the answer to the page's first call; undefined without a session, for most pages,
 *   and when a call is refused
 */
export async function startAhead(): Promise<{ session: Session; answer: Response } | undefined> {
  goByTimeZone(document.documentElement.dataset.timeZone);
  if (isSignOutOwed() || !mayHaveSession()) return;
  const refresh = new Request(new URL('/v1/refresh-token', location.href), { method: 'POST', credentials: 'include' });
  const response = await oneTabAtATime(() => askEarly(refresh));
  if (!response.ok) return;
  const session = (await response.clone().json()) as Session;
  const headers = { authorization: `Bearer ${session.accessToken}` };
  const [first] = firstCallsOf(location.pathname, session.profiles, Date.now()).map((call) =>
    askEarly(new Request(new URL(call, location.href), { headers, credentials: 'include' })),
  );
  const answer = await first;
  // The app reads the answer itself.
  return answer?.ok ? { session, answer: answer.clone() } : undefined;
}
