import { useEffect } from 'react';
import type { IsoWeek } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { isUnanswered } from '#web/api/failure.ts';
import { sessionOffline } from '#web/api/session.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { findRoutes } from './route-keeper.ts';
import { noteServerTime } from './server-clock.ts';
import { isSameWeek, type StoredRoute } from './stored-route.ts';
import { weekQuery } from './week-query.ts';

/** Shows routes that this phone keeps, as if the server had just answered them. */
export function showRoutes(routes: readonly StoredRoute[]): void {
  const entries = routes.map(({ workerProfileId, week, answer }) => {
    noteServerTime(answer.now);
    return { endpointName: 'getItinerary' as const, arg: weekQuery(workerProfileId, week), value: answer };
  });
  store.dispatch(api.util.upsertQueryEntries(entries));
  shownAt = Date.now();
}

let shownAt = 0;

/** @returns whether an answer that came at that moment, in milliseconds since 1970, is one that this phone kept */
export const isKeptAnswer = (cameAt: number | undefined): boolean => cameAt !== undefined && cameAt <= shownAt;

/**
 * Goes by the route that this phone keeps for the page that is open, until the server can be asked again.
 * @param isWanted asked once the route is read
 * @returns whether it keeps one, and it was wanted
 */
export async function goByPhone(isWanted: (route: StoredRoute) => boolean = () => true): Promise<boolean> {
  const [present] = await findRoutes(location.pathname);
  if (!present || !isWanted(present)) return false;
  showRoutes([present]);
  store.dispatch(sessionOffline(present));
  return true;
}

/**
 * Shows the week that this phone keeps when asking for it got no answer; tells of the failure when it keeps none.
 * @param error of asking; undefined while there is something to show
 */
export function useKeptWeek(workerProfileId: string, week: IsoWeek, error: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is met once
  useEffect(() => {
    if (!isUnanswered(error)) return;
    void findRoutes(`/${workerProfileId}/`).then((routes) => {
      const kept = routes.filter((route) => isSameWeek(route.week, week));
      if (kept.length > 0) showRoutes(kept);
      else store.dispatch(failureAlert(error));
    });
  }, [error]);
}
